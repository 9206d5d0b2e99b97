// A subject in Rust: byte-pair encoding over a rank file with GPT-2's pattern, without crates,
// behind the subject protocol (docs/reference/).
//     rustc -O -o ranks subject.rs && tokparity smoke exec:./ranks --vocab gpt2-ranks
// Letters are what `char::is_alphabetic` says, not \p{L}: `tokparity check` finds where they part.
use std::{collections::HashMap, fs, io};
type Ranks = HashMap<Vec<u8>, usize>;

/// What stands behind a key. Quotes within a text are written \", so "key": is nothing but a key.
fn member<'a>(line: &'a str, key: &str) -> &'a str {
    let quoted = format!("\"{key}\":");
    line.find(&quoted).map_or("", |at| &line[at + quoted.len()..])
}

/// The JSON string that begins at the first quote, and what is behind it.
fn string(json: &str) -> (String, &str) {
    let (mut units, mut at) = (vec![], 1);
    while !json[at..].starts_with('"') {
        let (unit, length) = match json[at..].as_bytes() {
            [b'\\', b'u', ..] => (u16::from_str_radix(&json[at + 2..at + 6], 16).unwrap(), 6),
            [b'\\', it, ..] => (b"n\nt\tr\rb\x08f\x0c".chunks(2).find(|to| to[0] == *it).map_or(*it, |to| to[1]).into(), 2),
            it => (it[0].into(), 1),
        };
        (units.push(unit), at += length);
    }
    (String::from_utf16_lossy(&units), &json[at + 1..])
}

fn base64(text: &str) -> Vec<u8> {
    let digits = text.trim_end_matches('=').bytes().map(|it| match it {
        b'A'..=b'Z' => it - 65, b'a'..=b'z' => it - 71, b'0'..=b'9' => it + 4, b'+' => 62, _ => 63,
    });
    let bits: Vec<u8> = digits.flat_map(|it| (0..6).rev().map(move |bit| it >> bit & 1)).collect();
    bits.chunks_exact(8).map(|it| it.iter().fold(0, |byte, bit| byte << 1 | bit)).collect()
}

/// The bytes of the next word: 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
fn word(text: &str) -> usize {
    if let Some(it) = ["'s", "'t", "'re", "'ve", "'m", "'ll", "'d"].iter().find(|it| text.starts_with(**it)) {
        return it.len();
    }
    let kind = |it: char| it.is_whitespace() as u8 * 4 + it.is_alphabetic() as u8 * 2 + it.is_numeric() as u8;
    let run = |text: &str, of: u8| text.find(|it| kind(it) != of).unwrap_or(text.len());
    let space = text.starts_with(' ') as usize;
    if let Some(of @ 0..4) = text[space..].chars().next().map(kind) {
        return space + run(&text[space..], of);
    }
    let white = run(text, 4); // its last one belongs to the next word
    let last = text[..white].chars().last().map_or(0, char::len_utf8);
    if white == text.len() || white == last { white } else { white - last }
}

fn encode(mut text: &str, ranks: &Ranks) -> Vec<usize> {
    let mut ids = vec![];
    while !text.is_empty() {
        let (word, behind) = text.split_at(word(text));
        let mut cuts: Vec<usize> = (0..=word.len()).collect();
        let rank = |cuts: &[usize]| ranks.get(&word.as_bytes()[cuts[0]..cuts[cuts.len() - 1]]).copied();
        while let Some((_, at)) = cuts.windows(3).zip(1..).filter_map(|(it, at)| Some((rank(it)?, at))).min() {
            cuts.remove(at);
        }
        ids.extend(cuts.windows(2).filter_map(rank));
        text = behind;
    }
    ids
}

fn load(line: &str, ranks: &mut Ranks) -> Result<(), String> {
    if !string(member(line, "pattern")).0.replace("++", "+").contains(r"| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|") {
        return Err("its pattern is not GPT-2's".into());
    }
    let file = fs::read_to_string(string(member(line, "path")).0).map_err(|it| it.to_string())?;
    let ranked = file.lines().filter_map(|it| it.split_once(' '));
    *ranks = ranked.map(|(piece, rank)| (base64(piece), rank.parse().unwrap())).collect();
    Ok(())
}

const HELLO: &str = r#""protocol":1,"name":"ranks-in-rust","version":"1.0","capabilities":{"formats":["tiktoken"],"parse_special":[false],"decodes":null}"#;

fn main() {
    let mut ranks = Ranks::new();
    for line in io::stdin().lines().map(|it| it.unwrap()) {
        let reply = match string(member(&line, "op")).0.as_str() {
            "start" => HELLO.into(),
            "load" => load(&line, &mut ranks).map_or_else(|why| format!("\"error\":\"{why}\""), |_| "\"ok\":true".into()),
            "encode" => {
                let (mut rest, mut results) = (&member(&line, "texts")[1..], vec![]);
                while rest.starts_with('"') {
                    let (text, behind) = string(rest);
                    results.push(format!("{{\"ids\":{:?}}}", encode(&text, &ranks)));
                    rest = behind.trim_start_matches(',');
                }
                format!("\"results\":[{}]", results.join(","))
            }
            _ => "\"ok\":true".into(),
        };
        println!("{{\"id\":{},{reply}}}", member(&line, "id").split(',').next().unwrap());
    }
}

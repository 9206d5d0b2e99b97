/* A subject in C: greedy WordPiece over a vocab.txt, behind the subject protocol (docs/reference/).
       cc -O2 -o wordpiece subject.c && tokparity smoke exec:./wordpiece
   It lowers and cuts ASCII alone: what that costs is for `tokparity check` to say. */
#define _GNU_SOURCE
#include <ctype.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static struct hsearch_data vocabulary;
static long id_of(const char *piece) {
    ENTRY *entry;
    return hsearch_r((ENTRY){(char *)piece, NULL}, FIND, &entry, &vocabulary) ? (long)entry->data : -1;
}

/* The value of a key. Quotes within a text are written \", so "key": is nothing but a key. */
static const char *member(const char *line, const char *key) {
    char quoted[32];
    const char *found = (sprintf(quoted, "\"%s\":", key), strstr(line, quoted));
    return found ? found + strlen(quoted) : "";
}

/* The JSON string that begins at the quote *at, as UTF-8; *at is behind it then. */
static char *string(const char **at) {
    char *text = malloc(strlen(*at)), *to = text;
    for ((*at)++; **at != '"'; (*at)++) {
        unsigned unit = (unsigned char)**at, low;
        if (unit == '\\' && *++*at == 'u') {
            sscanf(*at + 1, "%4x", &unit), *at += 4;
            if (unit >> 10 == 0x36 && sscanf(*at + 1, "\\u%4x", &low) == 1) /* half a character */
                unit = 0x10000 + ((unit & 0x3ff) << 10) + (low & 0x3ff), *at += 6;
        } else if (unit == '\\') {
            const char *letter = strchr("n\nt\tr\rb\bf\f", unit = (unsigned char)**at);
            if (letter) unit = (unsigned char)letter[1];
        }
        int more = unit < 0x80 ? 0 : unit < 0x800 ? 1 : unit < 0x10000 ? 2 : 3;
        *to++ = (char)(more ? (0xf00 >> more) | unit >> 6 * more : unit);
        while (more--) *to++ = (char)(0x80 | (unit >> 6 * more & 0x3f));
    }
    (*at)++, *to = 0;
    return text;
}

/* The ids of a word go to stdout, each behind a comma but the first of a text. */
static int put_word(const char *text, int length, int count) {
    long ids[100], id = -1, pieces = 0;
    char piece[512];
    for (int start = 0, end; start < length; start = end, ids[pieces++] = id) {
        for (end = length, id = -1; length <= 100 && id < 0 && end > start; end -= id < 0)
            sprintf(piece, "%s%.*s", start ? "##" : "", end - start, text + start), id = id_of(piece);
        if (id < 0) return printf("%s%ld", count ? "," : "", id_of("[UNK]")), count + 1;
    }
    for (int at = 0; at < pieces; at++) printf("%s%ld", count++ ? "," : "", ids[at]);
    return count;
}

static void encode(char *text, int special) {
    int count = special ? put_word("[CLS]", 5, 0) : 0;
    for (char *at = text, *end; *at; at = end) {
        for (end = at; *end < 0 || (*end > ' ' && !ispunct(*end)); end++) *end = (char)tolower(*end);
        end += end == at; /* a space or a sign alone */
        if (*at < 0 || *at > ' ') count = put_word(at, (int)(end - at), count);
    }
    if (special) put_word("[SEP]", 5, count);
}

static int load(const char *path) {
    char line[512];
    FILE *file = fopen(path, "r");
    memset(&vocabulary, 0, sizeof vocabulary), hcreate_r(1 << 20, &vocabulary);
    for (long id = 0; file && fgets(line, sizeof line, file); id++) {
        ENTRY *entry;
        line[strcspn(line, "\r\n")] = 0;
        hsearch_r((ENTRY){strdup(line), (void *)id}, ENTER, &entry, &vocabulary);
    }
    return file && !fclose(file);
}

int main(void) {
    char *line = NULL;
    for (size_t size = 0; getline(&line, &size, stdin) > 0; puts("}"), fflush(stdout)) {
        const char *op = member(line, "op"), *path = member(line, "path"), *at = member(line, "texts");
        printf("{\"id\":%ld,", atol(member(line, "id")));
        if (!strncmp(op, "\"start\"", 7))
            printf("\"protocol\":1,\"name\":\"wordpiece-in-c\",\"version\":\"1.0\",\"capabilities\":{\"formats\":"
                   "[\"vocab.txt\"],\"add_special\":[false,true],\"parse_special\":[false],\"decodes\":null}");
        else if (*at != '[')
            printf(*path && !load(string(&path)) ? "\"error\":\"cannot be read\"" : "\"ok\":true");
        else {
            printf("\"results\":[");
            for (const char *comma = ""; *at != ']' && *++at == '"'; comma = ",") {
                char *text = string(&at);
                printf("%s{\"ids\":[", comma), encode(text, *member(line, "add_special") == 't');
                printf("]}"), free(text);
            }
            putchar(']');
        }
    }
}

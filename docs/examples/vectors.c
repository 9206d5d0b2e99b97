/* Holds a tokenizer in C to test vectors: cc -O2 -o vectors vectors.c && ./vectors vectors.jsonl
   Put your own into encode and decode. Fields are in a fixed order, texts in base64: no JSON library. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST (1 << 20)
static char line[MOST];
static unsigned char text[MOST], made[MOST];
static int ids[MOST], given[MOST];

static int encode(const unsigned char *bytes, int size, int add_special, int parse_special, int *out) {
    (void)add_special, (void)parse_special;
    for (int i = 0; i < size; i++) out[i] = bytes[i]; /* bytes are ids: yours goes here */
    return size;
}

static int decode(const int *tokens, int count, int skip_special, int remove_special, unsigned char *out) {
    (void)skip_special, (void)remove_special;
    for (int i = 0; i < count; i++) out[i] = (unsigned char)tokens[i];
    return count;
}

static int has(const char *what) { return strstr(line, what) != NULL; }

static int read_bytes(void) { /* "bytes":"aGk=" */
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    int size = 0, bits = 0, held = 0;
    const char *at = strstr(line, "\"bytes\":\""), *found;
    for (at = at ? at + 9 : ""; *at && *at != '"' && *at != '='; at++) {
        if ((found = strchr(letters, *at)) == NULL) continue;
        held = (held << 6 | (int)(found - letters)) & 0xFFFF;
        if ((bits += 6) >= 8) text[size++] = (unsigned char)(held >> (bits -= 8) & 0xFF);
    }
    return size;
}

static int read_ids(void) { /* "ids":[1,2] */
    int count = 0;
    char *at = strstr(line, "\"ids\":[");
    for (char *from = at = at ? at + 7 : line + strlen(line); *at && *at != ']'; at += *at == ',')
        if (ids[count++] = (int)strtol(from = at, &at, 10), at == from) return -1;
    return count;
}

int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    int number = 1, wrong = 0;
    if (file == NULL || fgets(line, MOST, file) == NULL || !has("\"vectors\":1")) return 2; /* no vectors */
    while (fgets(line, MOST, file) != NULL) {
        int size = read_bytes(), count = read_ids(), same;
        number++;
        if (!has("\"op\":") || !has("\"bytes\":") || count < 0) return 2;
        if (has("\"op\":\"encode\"")) same = encode(text, size, has("\"add_special\":true"), has("\"parse_special\":true"), given) == count && memcmp(given, ids, count * sizeof *ids) == 0;
        else same = decode(ids, count, has("\"skip_special\":true"), has("\"remove_special\":true"), made) == size && memcmp(made, text, size) == 0;
        if (!same && !has("\"tie\"") && !has("\"implementation-defined\"") && ++wrong <= 10) printf("line %d is answered otherwise\n", number);
    }
    printf("%d vectors, %d wrong\n", number - 1, wrong);
    return number == 1 ? 2 : wrong > 0;
}

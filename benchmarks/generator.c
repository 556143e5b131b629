/* The players of bench_hall.py: MindRoll at many tables of six over real WebSockets, as cheaply as C can.
 *
 *     generator PROTOCOL PORT[,PORT] TABLES [spread]
 *
 * With several ports, tables take turns at them; spread, those who sit at a table do, as behind a load balancer.
 * In the protocol `hall`, standard input begins with one sign-in per client. All sit down, "ready" is printed, and then
 * each line of standard input is a stretch of play, `closed SECONDS` or `paced SECONDS MOVES_PER_SECOND`. It is answered
 * by "began" and "ended", so that whoever asked can look at the server's clock then, and by one line of JSON.
 */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <math.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { SEATS = 6, ROOM = 1 << 16, CONNECTING = 100, EVENTS = 256 };
enum { TEXT = 0x81, CLOSE = 0x88, PING = 0x89, PONG = 0x8a };

static const double MARGIN = 2.2; /* how far a call must be above the likely total for a reveal */
static const double PATIENCE = 60; /* seconds after which an answer will never come */

typedef struct Table Table;

typedef struct {
    int socket;
    Table *table;
    int seat;
    int die;       /* the number that only this seat sees, or 0 */
    unsigned asks; /* messages sent so far */
    bool up;       /* the handshake is over */
    size_t held;
    char *bytes; /* what has arrived and is not a whole frame yet */
} Client;

struct Table {
    Client clients[SEATS];
    char code[16];
    Client *mover;
    int least;      /* the lowest call that the mover may make; 0 where none is left */
    bool opens;     /* the mover has nothing to reveal */
    int state;      /* of boardgame.io: the number of the state that a move is made in */
    int seen;       /* how many have seen the move that is on its way */
    bool revealing; /* that move is a reveal */
    bool playing;   /* there is such a move */
    double sent;
    long bytes; /* since then */
};

typedef struct {
    const char *name;
    const char *path; /* given the number of the table */
    void (*hear)(Client *, char *text);
    void (*move)(Table *, Client *mover, int total); /* 0 reveals */
    bool greets; /* after the handshake there is more to say before a player has sat down */
} Protocol;

static const Protocol *protocol;
static Table *tables;
static int count, poller, timer;
static long unanswered; /* demands of the set-up, and handshakes */
static enum { RESTING, CLOSED, PACED } pace;
static Table **waiting; /* at a pace: a ring of those with nothing on its way, the longest first */
static long first, beyond;
static double latencies[1 << 22];
static size_t kept;
static bool counting;
static struct Counts {
    long moves, reveals, bytes, revealed; /* the last: bytes of reveals */
} counts;

static void fail(const char *why, ...) {
    va_list given;
    va_start(given, why);
    fprintf(stderr, "generator: ");
    vfprintf(stderr, why, given);
    fprintf(stderr, "\n");
    va_end(given);
    exit(1);
}

static double read_clock(clockid_t which) {
    struct timespec now;
    clock_gettime(which, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

static double seconds(void) { return read_clock(CLOCK_MONOTONIC); }

static double chance(void) { /* 0 to 1, the same in every run */
    static uint64_t state = 88172645463325252u;
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (state >> 11) * 0x1p-53;
}

/* Frames */

static void put(Client *client, const void *bytes, size_t size) {
    if (send(client->socket, bytes, size, MSG_NOSIGNAL) != (ssize_t)size) fail("a message could not be sent");
}

static void put_frame(Client *client, int kind, const char *text, size_t size) {
    static const unsigned char mask[4] = {0x37, 0xfa, 0x21, 0x3d};
    unsigned char frame[1024] = {kind}, *at = frame + 1;
    if (size > sizeof frame - 8) fail("a message is too long");
    if (size < 126) *at++ = 0x80 | size;
    else *at++ = 0xfe, *at++ = size >> 8, *at++ = size & 255;
    memcpy(at, mask, 4);
    at += 4;
    for (size_t i = 0; i < size; i++) *at++ = text[i] ^ mask[i & 3];
    put(client, frame, at - frame);
}

static void say(Client *client, const char *form, ...) {
    char text[1000];
    va_list given;
    va_start(given, form);
    int size = vsnprintf(text, sizeof text, form, given);
    va_end(given);
    put_frame(client, TEXT, text, size);
}

/* The size of the frame that begins here, or 0 while it is not whole. */
static size_t take_frame(Client *client, unsigned char *at, size_t left) {
    if (left < 2) return 0;
    size_t size = at[1], head = size < 126 ? 2 : size == 126 ? 4 : 10;
    if (left < head) return 0;
    if (head > 2) size = 0;
    for (size_t i = 2; i < head; i++) size = size << 8 | at[i];
    if (left < head + size) return 0;
    char *text = (char *)at + head, after = text[size];
    text[size] = 0;
    if (at[0] == TEXT) {
        client->table->bytes += head + size, counts.bytes += head + size;
        protocol->hear(client, text);
    } else if (at[0] == PING) put_frame(client, PONG, text, size);
    else if (at[0] == CLOSE) fail("the server closed a socket: %s", size > 2 ? text + 2 : "it did not say why");
    text[size] = after;
    return head + size;
}

/* The size of the server's answer to the handshake, or 0 while it is not whole. */
static size_t take_handshake(Client *client) {
    client->bytes[client->held] = 0;
    char *end = strstr(client->bytes, "\r\n\r\n");
    if (end && !strstr(client->bytes, " 101 ")) fail("the server refused a socket: %s", client->bytes);
    client->up = end;
    if (end && !protocol->greets) unanswered--;
    return end ? end + 4 - client->bytes : 0;
}

static void take(Client *client) {
    ssize_t got = recv(client->socket, client->bytes + client->held, ROOM - 1 - client->held, 0);
    if (got <= 0) fail("the server hung up on seat %d of table %s", client->seat, client->table->code);
    client->held += got;
    size_t size, at = client->up ? 0 : take_handshake(client);
    while (client->up && (size = take_frame(client, (unsigned char *)client->bytes + at, client->held - at))) at += size;
    memmove(client->bytes, client->bytes + at, client->held -= at);
    if (client->held == ROOM - 1) fail("a message is longer than %d bytes", ROOM);
}

/* Waits for something, at most so many milliseconds, and takes it. */
static void turn(int most) {
    struct epoll_event events[EVENTS];
    int found = epoll_wait(poller, events, EVENTS, most);
    for (int i = 0; i < found; i++)
        if (events[i].data.ptr) take(events[i].data.ptr);
        else if (read(timer, &(uint64_t){0}, sizeof(uint64_t)) < 0 && errno != EAGAIN) fail("the timer failed");
}

static void all_answered(void) {
    for (double end = seconds() + PATIENCE; unanswered; turn(100))
        if (seconds() > end) fail("%ld answers did not come", unanswered);
}

/* Moves */

/* About as bots do: open low, raise by one, and reveal what is well above what one's own die promises. */
static void play(Table *table) {
    double likely = (table->mover->die ? table->mover->die : 3.5) + 3.5 * (SEATS - 1);
    bool too_high = !table->opens && table->least - 1 > likely + MARGIN + chance();
    table->revealing = !table->least || too_high;
    table->bytes = 0;
    table->playing = true;
    table->sent = seconds();
    protocol->move(table, table->mover, table->revealing ? 0 : table->least);
}

static void see(Table *table) {
    if (!table->playing || ++table->seen < SEATS) return;
    table->seen = 0;
    table->playing = false;
    counts.moves++;
    if (table->revealing) counts.reveals++, counts.revealed += table->bytes;
    if (counting && kept < sizeof latencies / sizeof *latencies) latencies[kept++] = seconds() - table->sent;
    if (pace == CLOSED) play(table);
    else if (pace == PACED) waiting[beyond++ % count] = table;
}

/* The hall, and the servers that speak like it */

static int number_after(const char *text, const char *key, int otherwise) {
    const char *found = text ? strstr(text, key) : NULL;
    if (!found) return otherwise;
    found += strlen(key);
    return atoi(found + strspn(found, " \""));
}

/* What a seat may do, and knows where that is new: {"secret":{"number":4,…},"moves":[{"type":"call","total":"19..36"}]} */
static void ask(Client *client, const char *mine) {
    client->die = number_after(strstr(mine, "\"secret\":"), "\"number\":", client->die);
    const char *moves = strstr(mine, "\"moves\":[");
    if (!moves) return;
    moves += strlen("\"moves\":[");
    if (moves[strspn(moves, " ")] == ']') return;
    const char *call = strstr(moves, "\"call\""), *reveal = strstr(moves, "\"reveal\"");
    client->table->mover = client;
    client->table->least = number_after(call, "\"total\":", 0);
    client->table->opens = call && (!reveal || call < reveal);
}

static bool is(const char *text, const char *type) {
    return !strncmp(text + strlen("{\"type\":\""), type, strlen(type));
}

static void hear_hall(Client *client, char *text) {
    if (is(text, "refused\"")) fail("the server said %s", text);
    if (is(text, "done\"") && unanswered) {
        char *code = strstr(text, "\"table\":\"");
        if (code) sscanf(code, "\"table\":\"%15[^\"]", client->table->code);
        unanswered--;
    }
    bool update = is(text, "update\"");
    char *mine = update || is(text, "table\"") ? strstr(text, "\"mine\":[") : NULL;
    if (mine) ask(client, mine);
    if (update) see(client->table);
}

static void move_hall(Table *table, Client *mover, int total) {
    char move[40] = "{\"type\":\"reveal\"}";
    if (total) snprintf(move, sizeof move, "{\"type\":\"call\",\"total\":%d}", total);
    say(mover, "{\"id\":%u,\"type\":\"act\",\"table\":\"%s\",\"do\":{\"type\":\"move\",\"moves\":[%s]}}", ++mover->asks,
        table->code, move);
}

/* The same of one seat at every table at once, and until all are answered. */
static void demand(int seat, const char *form) {
    for (Table *table = tables; table < tables + count; table++, unanswered++)
        say(&table->clients[seat], form, ++table->clients[seat].asks, table->code);
    all_answered();
}

#define ACT(what) "{\"id\":%u,\"type\":\"act\",\"table\":\"%s\",\"do\":{\"type\":\"" what "\"}}"

static void sit_down(void) {
    demand(0, "{\"id\":%u,\"type\":\"open\",\"game\":\"mindroll\",\"seats\":6,"
              "\"options\":{\"turn_order\":\"seat\",\"match\":\"open\"}}");
    for (int seat = 0; seat < SEATS; seat++) demand(seat, "{\"id\":%u,\"type\":\"watch\",\"table\":\"%s\"}");
    for (int seat = 1; seat < SEATS; seat++) demand(seat, ACT("sit")), demand(seat, ACT("ready"));
    demand(0, ACT("start"));
}

/* Where there is no game: everybody in turn sends what a player would. */
static void move_bare(Table *table, Client *mover, int total) {
    move_hall(table, mover, total);
    table->mover = &table->clients[(mover->seat + 1) % SEATS];
}

/* boardgame.io: socket.io's packets in WebSocket frames, each with the whole game as one player sees it */

static void hear_boardgame(Client *client, char *text) {
    Table *table = client->table;
    bool sync = strstr(text, "[\"sync\"");
    if (*text == '2') say(client, "3");
    else if (*text == '0') say(client, "40/mindroll,");
    else if (!strncmp(text, "40", 2))
        say(client, "42/mindroll,[\"sync\",\"%s\",\"%d\",null,%d]", table->code, client->seat, SEATS);
    else if (sync || strstr(text, "[\"update\"")) {
        client->die = number_after(strstr(text, "\"die\":"), "\"number\":", client->die);
        table->mover = &table->clients[number_after(text, "\"currentPlayer\":", 0)];
        table->least = number_after(text, "\"least\":", 0);
        if (table->least > 6 * SEATS) table->least = 0;
        table->opens = strstr(text, "\"call\":null");
        table->state = number_after(text, "\"_stateID\":", 0);
        if (sync) unanswered--;
        else see(table);
    }
}

static void move_boardgame(Table *table, Client *mover, int total) {
    char move[60] = "\"reveal\",\"args\":[]";
    if (total) snprintf(move, sizeof move, "\"call\",\"args\":[%d]", total);
    say(mover,
        "42/mindroll,[\"update\",{\"type\":\"MAKE_MOVE\",\"payload\":{\"type\":%s,\"playerID\":\"%d\"}},%d,\"%s\",\"%d\"]",
        move, mover->seat, table->state, table->code, mover->seat);
}

/* Stretches of play */

static void rest(void) { /* what is on its way arrives; nothing new is sent */
    pace = RESTING;
    double end = seconds() + PATIENCE;
    for (Table *table = tables; table < tables + count; table++)
        for (; table->playing; turn(100))
            if (seconds() > end) fail("a move at table %s was not seen by all", table->code);
}

static void play_for(double length, double rate) {
    double now = seconds(), end = now + length, due = now;
    for (; now < end || (counting && !kept && now < end + PATIENCE); now = seconds()) { /* at least one move */
        for (; due <= now && first < beyond; due -= log(1 - chance()) / rate) play(waiting[first++ % count]);
        double pause = due > now ? due - now : 0.1; /* where nobody waits, a move that arrives comes first */
        struct itimerspec in = {.it_value = {(time_t)pause, (long)((pause - (time_t)pause) * 1e9) + 1}};
        if (rate > 0) timerfd_settime(timer, 0, &in, NULL);
        turn(100);
    }
}

static int ascending(const void *one, const void *other) {
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static void stretch(double length, double rate) {
    long start = counts.moves;
    pace = rate > 0 ? PACED : CLOSED;
    first = beyond = 0;
    for (Table *table = tables; table < tables + count; table++) {
        if (pace == CLOSED) play(table);
        else waiting[beyond++ % count] = table;
    }
    if (pace == CLOSED) play_for(length / 3 < 1 ? length / 3 : 1, 0); /* until it runs evenly */
    struct Counts before = counts;
    puts("began"), fflush(stdout);
    counting = true, kept = 0;
    double began = seconds(), spent = read_clock(CLOCK_PROCESS_CPUTIME_ID);
    play_for(length, rate);
    counting = false;
    double took = seconds() - began;
    spent = read_clock(CLOCK_PROCESS_CPUTIME_ID) - spent;
    puts("ended"), fflush(stdout);
    rest();
    if (!kept) fail("no move was seen by all six in %.1f seconds", length);
    qsort(latencies, kept, sizeof *latencies, ascending);
    printf("{\"moves\":%zu,\"seconds\":%f,\"players\":%f,\"p50\":%f,\"p99\":%f,", kept, took, spent,
           latencies[(size_t)(0.5 * (kept - 1))], latencies[(size_t)(0.99 * (kept - 1))]);
    printf("\"seen\":%ld,\"bytes\":%ld,\"reveals\":%ld,\"revealed\":%ld,\"all\":%ld}\n", counts.moves - before.moves,
           counts.bytes - before.bytes, counts.reveals - before.reveals, counts.revealed - before.revealed,
           counts.moves - start);
    fflush(stdout);
}

/* Connecting */

static const Protocol PROTOCOLS[] = {
    {"hall", "/ws", hear_hall, move_hall, false},
    {"peer", "/ws?%d", hear_hall, move_hall, false},
    {"bare", "/ws?%d", hear_hall, move_bare, false},
    {"boardgame", "/socket.io/?EIO=4&transport=websocket", hear_boardgame, move_boardgame, true},
};

static void watch(int file, void *what) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = what};
    if (epoll_ctl(poller, EPOLL_CTL_ADD, file, &event)) fail("epoll: %s", strerror(errno));
}

static void connect_to(int port, Client *client, int table, const char *sign_in) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    char path[80], request[400];
    client->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (client->socket < 0 || connect(client->socket, (void *)&address, sizeof address))
        fail("port %d: %s", port, strerror(errno));
    setsockopt(client->socket, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    snprintf(path, sizeof path, protocol->path, table);
    put(client, request,
        snprintf(request, sizeof request,
                 "GET %s HTTP/1.1\r\nHost: hall\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nCookie: dicehall=%s\r\n"
                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
                 path, sign_in));
    watch(client->socket, client);
    unanswered++;
}

int main(int given, char **words) {
    if (given < 4) fail("say: generator PROTOCOL PORT[,PORT] TABLES [spread]");
    for (size_t i = 0; i < sizeof PROTOCOLS / sizeof *PROTOCOLS; i++)
        if (!strcmp(words[1], PROTOCOLS[i].name)) protocol = &PROTOCOLS[i];
    if (!protocol) fail("there is no protocol %s", words[1]);
    bool hall = protocol == PROTOCOLS;
    count = atoi(words[3]);
    int ports[16], doors = 0, per_door = given > 4 ? 1 : SEATS;
    for (char *each = strtok(words[2], ","); each && doors < 16; each = strtok(NULL, ",")) ports[doors++] = atoi(each);
    tables = calloc(count, sizeof *tables), waiting = calloc(count, sizeof *waiting);
    poller = epoll_create1(0), timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    watch(timer, NULL);
    char line[200] = "";
    for (int i = 0; i < count * SEATS; i++) {
        Table *table = &tables[i / SEATS];
        Client *client = &table->clients[i % SEATS];
        *client = (Client){.table = table, .seat = i % SEATS, .bytes = malloc(ROOM)};
        if (client->seat == 0) *table = (Table){.clients = {*client}, .mover = client, .least = 22, .opens = true};
        snprintf(table->code, sizeof table->code, "t%d", i / SEATS);
        if (hall && !fgets(line, sizeof line, stdin)) fail("there are fewer sign-ins than seats");
        line[strcspn(line, "\n")] = 0;
        connect_to(ports[i / per_door % doors], client, i / SEATS, line);
        if (i % CONNECTING == CONNECTING - 1) all_answered();
    }
    all_answered();
    if (hall) sit_down();
    for (double end = seconds() + 0.6; seconds() < end;) turn(100); /* comings and goings are told */
    puts("ready"), fflush(stdout);
    while (fgets(line, sizeof line, stdin)) {
        double length, rate = 0;
        if (sscanf(line, "closed %lf", &length) != 1 && sscanf(line, "paced %lf %lf", &length, &rate) != 2)
            fail("a stretch is `closed SECONDS` or `paced SECONDS MOVES_PER_SECOND`, not: %s", line);
        stretch(length, rate);
    }
    return 0;
}

#include "trays.h"

#include <string.h>

#include "noise.h"
#include "ring.h"

#define STEP_MS 20
#define SAMPLES 4
#define FIXED_KOHM 10
#define FULL 1023
#define RIICHI_BELOW 980  // a stick of 100 kOhm reads 930
#define UNSURE_EIGHTHS 3

static const __flash uint16_t stick_kohm[SLOTS] = {10, 20, 100, 200, 1000};
static const __flash uint8_t most[SLOTS] = {12, 8, 20, 20, 20};  // above, counts blur

struct tray {
    uint8_t counts[SLOTS];
    uint8_t quality;
    uint8_t riichi;
};

uint8_t trays_counts[SEATS][SLOTS];
uint8_t trays_quality[SEATS];
uint8_t trays_riichi;

static struct tray seen[SEATS], before[SEATS];
static uint8_t unsure[SEATS];  // a bit a slot
static uint8_t place;  // which input of which seat comes next
static uint32_t due_ms;

void trays_start(void) { DDRB |= SELECT_MASK; }

static void select_input(uint8_t input) { PORTB = (PORTB & ~SELECT_MASK) | input; }

static uint16_t read_input(uint8_t seat) {
    uint16_t sum = SAMPLES / 2;
    for (uint8_t i = 0; i < SAMPLES; i++) sum += analogue(seat);
    return sum / SAMPLES;
}

// A reading at a border is what it was: it has to go an eighth beyond to become another count, and
// an eighth further to become unsure than to become good again.
static void count(uint8_t seat, uint8_t slot, uint16_t read) {
    struct tray *tray = &seen[seat];
    if (read == 0) read = 1;
    int32_t eighths = 8UL * stick_kohm[slot] * (FULL - read) / ((uint32_t)FIXED_KOHM * read);
    int32_t whole = tray->counts[slot], off = eighths - 8 * whole;
    uint8_t bit = 1 << slot, least = UNSURE_EIGHTHS - !!(unsure[seat] & bit);
    if (off > 5 || off < -5) {
        whole = (eighths + 4) / 8;
        off = eighths - 8 * whole;
        least = UNSURE_EIGHTHS;
    }
    uint8_t quality = GOOD;
    unsure[seat] &= ~bit;
    if (whole > most[slot]) {
        quality = TOO_MANY;
        if (whole > 255) whole = 255;
    } else if (off >= least || off <= -least) {
        quality = UNSURE;
        unsure[seat] |= bit;
    }
    tray->counts[slot] = whole;
    if (quality > tray->quality) tray->quality = quality;
}

// What two readings in a row agree on, and what is new, is an event.
static void publish(uint8_t seat, uint32_t now) {
    const struct tray *tray = &seen[seat];
    uint8_t same = !memcmp(tray, &before[seat], sizeof *tray);
    before[seat] = *tray;
    if (!same) return;
    if (memcmp(tray->counts, trays_counts[seat], SLOTS) || tray->quality != trays_quality[seat]) {
        memcpy(trays_counts[seat], tray->counts, SLOTS);
        trays_quality[seat] = tray->quality;
        uint8_t body[2 + SLOTS] = {seat, tray->quality};
        memcpy(body + 2, tray->counts, SLOTS);
        ring_put(STICKS, body, sizeof body, now, now);
    }
    uint8_t bit = 1 << seat;
    if (!!(trays_riichi & bit) != tray->riichi) {
        trays_riichi ^= bit;
        uint8_t body[2] = {seat, tray->riichi};
        ring_put(RIICHI_STICK, body, sizeof body, now, now);
    }
}

void trays_step(uint32_t now) {
    if ((int32_t)(now - due_ms) < 0) return;
    due_ms = now + STEP_MS;
    uint8_t seat = place % SEATS, input = place / SEATS;
    struct tray *tray = &seen[seat];
    uint16_t read = read_input(seat);
    if (input == 0) tray->quality = GOOD;
    if (input == RIICHI_SLOT) {
        tray->riichi = read < RIICHI_BELOW;
        publish(seat, now);
    } else {
        count(seat, input, read);
    }
    if (++place == SEATS * INPUTS) place = 0;
    select_input(place / SEATS);  // it has 20 ms to settle
}

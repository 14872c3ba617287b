#include "noise.h"

#include <avr/io.h>

#include "board.h"

static uint32_t pool = 0x2545f491;

void noise_start(void) {
    ADMUX = 1 << REFS0;                                             // 5 V
    ADCSRA = (1 << ADEN) | (1 << ADPS2) | (1 << ADPS1) | (1 << ADPS0);  // 125 kHz
    DIDR0 = 0x0f;
}

uint16_t analogue(uint8_t channel) {
    ADMUX = (1 << REFS0) | channel;
    ADCSRA |= 1 << ADSC;
    while (ADCSRA & (1 << ADSC)) {}
    return ADC;
}

// Every sample, and the moment at which it was taken, moves all bits of the pool.
void noise_stir(void) {
    pool ^= analogue(NOISE_CHANNEL);
    pool ^= (uint32_t)TCNT1 << 16;
    pool *= 0x9e3779b1UL;
    pool ^= pool >> 15;
}

uint8_t noise_byte(void) {
    noise_stir();
    return pool >> 24;
}

uint8_t noise_die(void) {
    uint8_t value;
    do value = noise_byte() >> 5;
    while (value >= 6);
    return value + 1;
}

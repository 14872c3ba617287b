// Timer 0 ticks a thousand times a second; timer 1 runs free, for the dice.
#include "clock.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

static volatile uint32_t ticks;

ISR(TIMER0_COMPA_vect) { ticks++; }

void clock_start(void) {
    TCCR0A = 1 << WGM01;
    TCCR0B = (1 << CS01) | (1 << CS00);  // 16 MHz / 64
    OCR0A = 249;
    TIMSK0 = 1 << OCIE0A;
    TCCR1B = 1 << CS10;
}

uint32_t clock_ms(void) {
    uint32_t now;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { now = ticks; }
    return now;
}

#include "uart.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <string.h>

#include "protocol.h"

#define HEARD 64  // a power of two

static volatile uint8_t heard[HEARD], heard_in, heard_out;
static uint8_t sending[FRAME_MAX];
static volatile uint8_t sending_at, sending_end;

ISR(USART_RX_vect) {
    uint8_t byte = UDR0;
    uint8_t next = (heard_in + 1) & (HEARD - 1);
    if (next != heard_out) {  // else it is lost, and its frame with it: the host says it again
        heard[heard_in] = byte;
        heard_in = next;
    }
}

ISR(USART_UDRE_vect) {
    UDR0 = sending[sending_at++];
    if (sending_at >= sending_end) {
        sending_at = sending_end = 0;
        UCSR0B &= ~(1 << UDRIE0);
    }
}

void uart_start(void) {
    UBRR0 = 16;  // with U2X: 117647 baud, 2.1 % above 115200
    UCSR0A = 1 << U2X0;
    UCSR0C = (1 << UCSZ01) | (1 << UCSZ00);
    UCSR0B = (1 << RXEN0) | (1 << TXEN0) | (1 << RXCIE0);
}

bool uart_idle(void) { return sending_end == 0; }

void uart_write(const uint8_t *bytes, uint8_t n) {
    memcpy(sending, bytes, n);
    sending_at = 0;
    sending_end = n;
    UCSR0B |= 1 << UDRIE0;
}

int16_t uart_read(void) {
    if (heard_in == heard_out) return -1;
    uint8_t byte = heard[heard_out];
    heard_out = (heard_out + 1) & (HEARD - 1);
    return byte;
}

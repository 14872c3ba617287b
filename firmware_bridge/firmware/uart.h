// The serial line, 115200 8N1, by interrupts.
#pragma once
#include <stdbool.h>
#include <stdint.h>

void uart_start(void);
bool uart_idle(void);                              // everything written has left
void uart_write(const uint8_t *bytes, uint8_t n);  // only while idle, at most FRAME_MAX
int16_t uart_read(void);                           // -1: nothing there

// Milliseconds since the start.
#pragma once
#include <stdint.h>

void clock_start(void);
uint32_t clock_ms(void);

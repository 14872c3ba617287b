// The stick trays: equal resistors side by side, each kind of stick in its own slot.
#pragma once
#include <stdint.h>

#include "board.h"
#include "protocol.h"

extern uint8_t trays_counts[SEATS][SLOTS];
extern uint8_t trays_quality[SEATS];
extern uint8_t trays_riichi;  // a bit a seat

void trays_start(void);
void trays_step(uint32_t now);  // once a millisecond; all are read every 480 ms

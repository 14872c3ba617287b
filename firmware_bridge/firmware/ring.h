// The events that the host has not acknowledged.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#define RING 32
#define BODY_MAX 7

extern uint16_t ring_last;     // number of the last event, modulo 65536
extern uint16_t ring_dropped;  // stays at 65535

uint8_t ring_unacked(void);
// `t_ms` is when it happened, a debounced press some time before `now`.
void ring_put(uint8_t type, const uint8_t *body, uint8_t size, uint32_t t_ms, uint32_t now);
void ring_acknowledge(uint16_t last, uint32_t now);

// Send the next event that is due, if any; only while the line is idle.
bool ring_send(uint32_t now, uint32_t boot);

// A board with the firmware on it, without the board: simavr runs it, a pseudo-terminal is its
// line, and lines on the standard input move its parts:
//
//   press N | release N          0..3 dice buttons by seat, 4 honba, 5 set, 6 pause
//   tray SEAT INPUT MILLIVOLT    what an input of a stick tray shows; 0..4 slots, 5 riichi stick
//   noise SEED | noise off       what the open input of the dice shows
//   wait MS                      of the board's own time, before the next line is read
//   flip P                       flips a bit of a byte on the line, both ways, with probability P
//   cut MS                       nothing passes the line for so long
//   unplug MS                    the pseudo-terminal goes, and comes back, perhaps with another name
//   worn                         from now on the EEPROM keeps what it has, whatever is written
//   reset | hang                 the reset pin; a program that runs in circles, for the watchdog
//   lamps | tones                prints what the shift register holds; the buzzer's swings since asked
//   quit
//
// usage: board FIRMWARE.elf LINK SPEED [EEPROM]     LINK: a lasting name for the pseudo-terminal;
// SPEED: how many times faster than real time; EEPROM: a file that keeps it between runs
#define _GNU_SOURCE
#include <avr_adc.h>
#include <avr_eeprom.h>
#include <avr_ioport.h>
#include <avr_uart.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sim_avr.h>
#include <sim_elf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define HZ 16000000u
#define MS (HZ / 1000)
#define SLICE (HZ / 5000)  // the line and the clock are looked at five times a millisecond
#define PORTB_AT 0x25
#define EMPTY_MV 5000
#define EEPROM_BYTES 512
#define EEPROM_USED 48  // by the firmware, the first
#define RJMP_SELF 0xcfff

static avr_t *avr;
static int master = -1, slave = -1;
static const char *link_name;
static avr_irq_t *uart_in, *pins[7];
static int pressed[7], xon = 1;
static uint16_t tray_mv[4][6];
static unsigned long long dice_state, accidents = 88172645463325252ull;
static double flip;
static avr_cycle_count_t cut_until, plug_at, line_at, healed_at;
static uint8_t outbox[65536], inbox[4096];
static size_t out_n, in_n, in_at;
static unsigned long swings;
static uint8_t lamps_shift, lamps, hung[2];
static avr_flashaddr_t hung_at;
static FILE *eeprom_file;
static int worn;

static unsigned long long next(unsigned long long *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    return *state ^= *state << 17;
}

static uint8_t damaged(uint8_t byte) {
    if (flip > 0 && (next(&accidents) >> 11) * 0x1p-53 < flip) byte ^= 1 << (next(&accidents) >> 61);
    return byte;
}

static void plug(void) {
    struct termios raw;
    if (openpty(&master, &slave, NULL, NULL, NULL)) exit(3);
    tcgetattr(slave, &raw);
    cfmakeraw(&raw);
    tcsetattr(slave, TCSANOW, &raw);
    fcntl(master, F_SETFL, O_NONBLOCK);
    unlink(link_name);
    if (symlink(ptsname(master), link_name)) exit(3);
    plug_at = 0;
}

static void unplug(void) {
    if (master < 0) return;
    close(master);
    close(slave);
    master = slave = -1;
    unlink(link_name);
    out_n = in_n = in_at = 0;
}

static int severed(void) { return master < 0 || avr->cycle < cut_until; }

static void on_byte(struct avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)param;
    if (!severed() && out_n < sizeof outbox) outbox[out_n++] = damaged(value);
}

static void on_xon(struct avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)value;
    xon = (int)(size_t)param;
}

static void on_adc(struct avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)param;
    union {
        avr_adc_mux_t mux;
        uint32_t value;
    } asked = {.value = value};
    unsigned channel = asked.mux.src, input = avr->data[PORTB_AT] & 7;
    uint32_t mv = 0;
    if (channel < 4) mv = input < 6 ? tray_mv[channel][input] : EMPTY_MV;
    else if (channel == 6) mv = dice_state ? next(&dice_state) % 5000 : 2500;
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, channel), mv);
}

static void on_latch(struct avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)param;
    if (value) lamps = lamps_shift;
}

static void on_buzzer(struct avr_irq_t *irq, uint32_t value, void *param) {
    static uint32_t before;
    (void)irq, (void)param;
    swings += value && !before;
    before = value;
}

static void on_clock(struct avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)param;
    if (value) lamps_shift = lamps_shift << 1 | (avr->data[0x28] >> 4 & 1);
}

// Both ways: as a level now, and as what is read again whenever the firmware writes to the port.
static void show_pins(void) {
    uint8_t d = 0, b = pressed[6] ? 0 : 1 << 4;
    for (int i = 0; i < 6; i++)
        if (!pressed[i]) d |= 4 << i;
    avr_ioport_external_t port_d = {.name = 'D', .mask = 0xfc, .value = d};
    avr_ioport_external_t port_b = {.name = 'B', .mask = 1 << 4, .value = b};
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('D'), &port_d);
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('B'), &port_b);
    for (int i = 0; i < 7; i++) {
        avr_raise_irq(pins[i], pressed[i]);  // a pin that is told what it was told before is deaf
        avr_raise_irq(pins[i], !pressed[i]);
    }
}

// A reset clears the pins, whoever asked for it; they are raised again when it is over.
static void (*core_reset)(avr_t *);
static int was_reset;

static void on_reset(avr_t *core) {
    if (core_reset) core_reset(core);
    was_reset = 1;
}

static void serve_line(void) {
    if (plug_at && avr->cycle >= plug_at) plug();
    if (master < 0) return;
    if (out_n) {
        ssize_t n = write(master, outbox, out_n);
        if (n > 0) memmove(outbox, outbox + n, out_n -= n);
    }
    if (in_at == in_n) {
        ssize_t n = read(master, inbox, sizeof inbox);
        in_at = 0;
        in_n = n > 0 ? n : 0;
        if (severed()) in_n = 0;
    }
    // A byte every 87 microseconds, as the line would bring them.
    if (line_at + 10 * MS < avr->cycle) line_at = avr->cycle - MS;
    while (xon && in_at < in_n && avr->cycle >= line_at) {
        line_at += HZ / 11520;
        avr_raise_irq(uart_in, damaged(inbox[in_at++]));
    }
}

static void keep_eeprom(void) {
    static uint8_t bytes[EEPROM_BYTES];
    avr_eeprom_desc_t all = {.ee = bytes, .offset = 0, .size = EEPROM_BYTES};
    if (!eeprom_file) return;
    avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &all);  // it answers -1 also when it has obeyed
    rewind(eeprom_file);
    fwrite(bytes, 1, EEPROM_BYTES, eeprom_file);
    fflush(eeprom_file);
}

static void worn_eeprom(int now) {
    static uint8_t bytes[EEPROM_USED];
    avr_eeprom_desc_t all = {.ee = bytes, .offset = 0, .size = EEPROM_USED};
    if (now) avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &all);
    else avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &all);
    worn = 1;
}

static void load_eeprom(const char *name) {
    static uint8_t bytes[EEPROM_BYTES];
    avr_eeprom_desc_t all = {.ee = bytes, .offset = 0, .size = EEPROM_BYTES};
    eeprom_file = fopen(name, "r+b");
    if (eeprom_file && fread(bytes, 1, EEPROM_BYTES, eeprom_file) == EEPROM_BYTES)
        avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &all);
    if (!eeprom_file) eeprom_file = fopen(name, "w+b");
}

static void hang(void) {
    hung_at = avr->pc;
    memcpy(hung, avr->flash + hung_at, 2);
    avr->flash[hung_at] = RJMP_SELF & 0xff;
    avr->flash[hung_at + 1] = RJMP_SELF >> 8;
    healed_at = avr->cycle + 700 * MS;
}

// Carry out one line; the board's milliseconds to wait before the next, -1 to end.
static long obey(char *line) {
    char word[16] = "";
    double a = 0;
    int seat = 0, input = 0, mv = 0;
    sscanf(line, "%15s %lf", word, &a);
    if ((!strcmp(word, "press") || !strcmp(word, "release")) && a >= 0 && a < 7) {
        pressed[(int)a] = word[0] == 'p';
        show_pins();
    } else if (!strcmp(word, "tray") && sscanf(line, "%*s %d %d %d", &seat, &input, &mv) == 3) {
        if (seat >= 0 && seat < 4 && input >= 0 && input < 6) tray_mv[seat][input] = mv;
    } else if (!strcmp(word, "noise")) {
        dice_state = (unsigned long long)a * 2654435761u;
    } else if (!strcmp(word, "wait")) {
        return a;
    } else if (!strcmp(word, "flip")) {
        flip = a;
    } else if (!strcmp(word, "cut")) {
        cut_until = avr->cycle + (avr_cycle_count_t)(a * MS);
        out_n = in_n = in_at = 0;
    } else if (!strcmp(word, "unplug")) {
        unplug();
        plug_at = avr->cycle + (avr_cycle_count_t)(a * MS) + 1;
    } else if (!strcmp(word, "reset")) {
        avr_reset(avr);
        avr->data[0x54] = 2;  // MCUSR: by the pin
    } else if (!strcmp(word, "worn")) {
        worn_eeprom(1);
    } else if (!strcmp(word, "hang")) {
        hang();
    } else if (!strcmp(word, "lamps")) {
        printf("lamps %d\n", lamps);
        fflush(stdout);
    } else if (!strcmp(word, "tones")) {
        printf("tones %lu\n", swings);
        fflush(stdout);
        swings = 0;
    } else if (!strcmp(word, "quit")) {
        return -1;
    } else if (word[0]) {
        fprintf(stderr, "board: %s: not understood\n", word);
    }
    return 0;
}

static char script[1 << 20];
static size_t script_n;
static int script_open = 1;

static int read_line(char *line, size_t size) {
    struct pollfd in = {.fd = 0, .events = POLLIN};
    char *end = memchr(script, '\n', script_n);
    if (!end && script_open && script_n < sizeof script && poll(&in, 1, 0) > 0) {
        ssize_t n = read(0, script + script_n, sizeof script - script_n);
        if (n <= 0) script_open = 0;
        else script_n += n;
        end = memchr(script, '\n', script_n);
    }
    if (!end) return 0;
    size_t n = end - script + 1;
    snprintf(line, size, "%.*s", (int)(n - 1), script);
    memmove(script, script + n, script_n -= n);
    return 1;
}

// Keep to the speed; behind time, go on at once, and never try to catch up more than a little.
static void pace(double speed) {
    static avr_cycle_count_t paced;
    static double lead;
    static struct timespec then;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (then.tv_sec) lead -= (now.tv_sec - then.tv_sec) + (now.tv_nsec - then.tv_nsec) * 1e-9;
    then = now;
    lead += (double)(avr->cycle - paced) / HZ / speed;
    paced = avr->cycle;
    if (lead < -0.01) lead = -0.01;
    if (lead > 0.001) usleep(lead * 1e6);
}

static void no_sleep(avr_t *core, avr_cycle_count_t how_long) { (void)core, (void)how_long; }

static void watch(char port, int bit, avr_irq_notify_t on) {
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), bit), on, NULL);
}

static void wire_up(void) {
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    uart_in = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_t *out = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT);
    avr_irq_register_notify(out, on_byte, NULL);
    out = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON);
    avr_irq_register_notify(out, on_xon, (void *)1);
    out = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF);
    avr_irq_register_notify(out, on_xon, (void *)0);
    out = avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_OUT_TRIGGER);
    avr_irq_register_notify(out, on_adc, NULL);
    watch('C', 5, on_clock);
    watch('B', 5, on_latch);
    watch('B', 3, on_buzzer);
    for (int i = 0; i < 6; i++) pins[i] = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 2 + i);
    pins[6] = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), 4);
    for (int seat = 0; seat < 4; seat++)
        for (int input = 0; input < 6; input++) tray_mv[seat][input] = EMPTY_MV;
}

static void leave(int signal) {
    (void)signal;
    unlink(link_name);
    _exit(0);
}

static void log_errors(avr_t *core, const int level, const char *format, va_list values) {
    (void)core;
    if (level == LOG_ERROR) vfprintf(stderr, format, values);
}

int main(int argc, char **argv) {
    elf_firmware_t firmware = {0};
    avr_global_logger_set(log_errors);
    if (argc < 4 || elf_read_firmware(argv[1], &firmware)) {
        fprintf(stderr, "usage: board FIRMWARE.elf LINK SPEED [EEPROM]\n");
        return 2;
    }
    link_name = argv[2];
    signal(SIGTERM, leave);
    signal(SIGINT, leave);
    avr = avr_make_mcu_by_name("atmega328p");
    avr_init(avr);
    avr->log = LOG_NONE;
    avr->frequency = HZ;
    avr->vcc = avr->avcc = avr->aref = 5000;
    avr_load_firmware(avr, &firmware);
    avr->sleep = no_sleep;
    wire_up();
    if (argc > 4) load_eeprom(argv[4]);
    core_reset = avr->reset;
    avr->reset = on_reset;
    avr->data[0x54] = 1;  // MCUSR: power
    was_reset = 1;
    plug();
    printf("%s\n", link_name);
    fflush(stdout);
    avr_cycle_count_t slice = 0, script_at = 0, eeprom_at = 0;
    char line[256];
    for (;;) {
        avr_cycle_count_t before = avr->cycle;
        int state = avr_run(avr);
        if (worn) worn_eeprom(0);
        if (state == cpu_Done || state == cpu_Crashed) return 4;
        if (was_reset) {
            was_reset = 0;
            show_pins();
        }
        if (avr->cycle < before) slice = script_at = eeprom_at = line_at = 0;
        if (healed_at && avr->cycle >= healed_at) {
            memcpy(avr->flash + hung_at, hung, 2);
            healed_at = 0;
        }
        if (avr->cycle < slice) continue;
        slice = avr->cycle + SLICE;
        serve_line();
        if (avr->cycle >= eeprom_at) {
            eeprom_at = avr->cycle + 100 * MS;
            keep_eeprom();
        }
        while (avr->cycle >= script_at && read_line(line, sizeof line)) {
            long ms = obey(line);
            if (ms < 0) return unplug(), 0;
            script_at = avr->cycle + (avr_cycle_count_t)ms * MS;
        }
        pace(atof(argv[3]));
    }
}

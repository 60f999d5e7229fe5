/**
 * Cores, priorities and stacks of the board's own tasks, in one place because they only make sense together.
 *
 * Core 1 belongs to vision. XS, Wi-Fi, lwIP and everything that works for them run on core 0 (sdkconfig pins the vendor's
 * tasks), so that nothing they do can delay a frame.
 *
 * IDF's own: Wi-Fi 23, timers 22, events 20, lwIP 18. The SDK gives XS 4.
 */
#ifndef DG_BOARD_TASKS_H
#define DG_BOARD_TASKS_H

#define DG_XS_CORE 0
#define DG_VISION_CORE 1

/* Takes a frame out of the driver the moment it is whole: above the work on the frame before it. */
#define DG_FEEDER_PRIORITY 11
/* Above XS: should XS ever run on this core, it gives way. */
#define DG_VISION_PRIORITY 10
/* Below XS: a page, a viewer or a file may wait, the decisions may not. */
#define DG_JPEG_PRIORITY 3
#define DG_CARD_PRIORITY 3
#define DG_SOCKET_PRIORITY 3
/* Above XS: 60 ms of voice lie in the wire's buffers, and a turn of XS may take longer. */
#define DG_SPEAKER_PRIORITY 6

/* Bytes. [ours: the deepest calls are the sensor's set-up, esp-dl's model loader, the encoder, FAT with long names, a TLS handshake] */
#define DG_FEEDER_STACK 5120
#define DG_VISION_STACK 12288
#define DG_JPEG_STACK 6144
#define DG_CARD_STACK 5120
#define DG_SOCKET_STACK 8192
#define DG_SPEAKER_STACK 3072

#endif

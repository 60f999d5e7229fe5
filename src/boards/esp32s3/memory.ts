/** Whether the chip can spare memory. */

/** What `dg/system` tells: bytes free, and the largest single block, of internal and external RAM. */
export interface ChipMemory {
  readonly heap: number;
  readonly psram: number;
  readonly heap_block: number;
  readonly psram_block: number;
}

/** Internal RAM that Wi-Fi, sockets and interrupts may need at any moment. [ours: eight connections' control blocks and a burst of frames] */
const HEAP_RESERVE_BYTES = 24 * 1024;
/** External RAM for a garbage collection's copy and a preview JPEG for each viewer. [ours] */
const PSRAM_RESERVE_BYTES = 256 * 1024;

/** So many bytes more, in one piece, would not endanger what runs. Large blocks lie in external RAM. */
export function hasMemory(memory: ChipMemory, bytes: number): boolean {
  return (
    memory.heap >= HEAP_RESERVE_BYTES && memory.psram >= bytes + PSRAM_RESERVE_BYTES && memory.psram_block >= bytes
  );
}

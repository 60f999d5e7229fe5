/** A folder that looks like what ESP-IDF builds. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const FILES = {
  "0x0": "bootloader/bootloader.bin",
  "0x30000": "xs_esp32.bin",
  "0x8000": "partition_table/partition-table.bin",
};

/** Returns the folder to be searched. The caller removes it. */
export function imageFolder(list: object = FILES): string {
  const folder = mkdtempSync(join(tmpdir(), "drowsyguard-image-"));
  const build = join(folder, "tmp/esp32/esp32s3_cam/release/app/xsProj-esp32s3/build");
  for (const path of ["bootloader", "partition_table"]) mkdirSync(join(build, path), { recursive: true });
  for (const [address, path] of Object.entries(FILES)) writeFileSync(join(build, path), `bytes of ${address}`);
  const flash_settings = { flash_mode: "dio", flash_size: "16MB", flash_freq: "80m" };
  writeFileSync(join(build, "flasher_args.json"), JSON.stringify({ flash_settings, flash_files: list }));
  return folder;
}

import { chip } from "./state";

export function open(): void {}
export function read(): string {
  const { typed } = chip;
  chip.typed = "";
  return typed;
}
export function write(text: string): boolean {
  chip.printed += text;
  return true;
}
export function close(): void {}

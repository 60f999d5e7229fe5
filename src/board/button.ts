/** A digital input by ECMA-419's class pattern, cut down to what the BOOT button needs. Types only. */
export interface DigitalInput {
  /** 1 while the pin is high. */
  read(): number;
  close(): void;
}

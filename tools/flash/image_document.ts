/** The image as the server tells the page of it; the bytes of part N are at `parts/N`. Types only. */
export interface ImageDocument {
  /** ISO 8601. */
  readonly built: string;
  readonly settings: { readonly mode: string; readonly freq: string; readonly size: string };
  readonly parts: readonly { readonly name: string; readonly address: number; readonly size: number }[];
}

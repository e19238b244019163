/** Price of a model, in US dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** Of input that came from the vendor's cache; as other input when left out. */
  readonly cacheRead?: number;
  /** Of input that went into the vendor's cache; as other input when left out. */
  readonly cacheWrite?: number;
  /** What holds for a request whose input is larger than `tokens`. */
  readonly above?: Omit<ModelPrice, "above"> & { readonly tokens: number };
}

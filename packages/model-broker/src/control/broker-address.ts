/** A broker on another machine, for the owner of its runs. */
export interface BrokerAddress {
  readonly host: string;
  readonly controlPort: number;
  /** PEM: its certificate, or who has signed that. */
  readonly authority: string;
  readonly secret: string;
}

/** The name that a broker's certificate is made for, whatever its address. */
export const brokerName = "retinue-broker";

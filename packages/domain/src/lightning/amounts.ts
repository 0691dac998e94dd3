/** Millisatoshis of a satoshi. */
export const MSAT_PER_SAT = 1_000n
/** Decimals of a satoshi that millisatoshis are. */
export const MSAT_DECIMALS_OF_SAT = 3

/** Satoshis of one payment, at most; the setting `LIGHTNING_LIMITS` lowers it. */
export const MAX_SATS = 10_000_000n

/** Seconds that an invoice can be paid for. The node reads none as a day, so it is always sent. */
export const INVOICE_EXPIRY_SECONDS = 3_600

const LEAST_RESERVE_MSAT = 10n * MSAT_PER_SAT
const RESERVE_SHARE = 100n

/** What is set aside for the fee of a send, which is also the limit that the node is given: one percent rounded up, and at least 10 satoshis. */
export function reserveMsat(amountMsat: bigint): bigint {
  const share = (amountMsat + RESERVE_SHARE - 1n) / RESERVE_SHARE
  return share > LEAST_RESERVE_MSAT ? share : LEAST_RESERVE_MSAT
}

/** Whole satoshis, rounded down. */
export const floorSats = (msat: bigint): bigint => msat / MSAT_PER_SAT

/** Whole satoshis, rounded up: a fee is never shown smaller than it is. */
export const ceilSats = (msat: bigint): bigint => (msat + MSAT_PER_SAT - 1n) / MSAT_PER_SAT

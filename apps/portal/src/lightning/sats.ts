import { MSAT_DECIMALS_OF_SAT } from '@gateway/domain/lightning/amounts'

/** Whole satoshis with their unit: "1,234 sats". */
export const formatSats = (sats: number): string => `${sats.toLocaleString('en')} ${Math.abs(sats) === 1 ? 'sat' : 'sats'}`

const MSAT_PER_SAT = 1_000

/** Millisatoshis exactly, in satoshis: "1,234.5 sats". */
export const formatMsat = (msat: number): string =>
  `${(msat / MSAT_PER_SAT).toLocaleString('en', { maximumFractionDigits: MSAT_DECIMALS_OF_SAT })} ${msat === MSAT_PER_SAT ? 'sat' : 'sats'}`

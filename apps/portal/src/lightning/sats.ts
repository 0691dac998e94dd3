import { MSAT_DECIMALS_OF_SAT } from '@gateway/domain/lightning/amounts'
import { formatUnits } from '@gateway/domain/money/decimal'

/** Whole satoshis with their unit: "1,234 sats". */
export const formatSats = (sats: number): string => `${sats.toLocaleString('en')} ${Math.abs(sats) === 1 ? 'sat' : 'sats'}`

/** Millisatoshis exactly, in satoshis: "1.234 sats". */
export function formatMsat(msat: number): string {
  const exact = formatUnits(BigInt(msat), MSAT_DECIMALS_OF_SAT)
  return `${exact} ${exact === '1' ? 'sat' : 'sats'}`
}

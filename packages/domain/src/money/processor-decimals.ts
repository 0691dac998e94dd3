/** Currencies without a smaller unit at the processor (https://docs.stripe.com/currencies#zero-decimal). ISO 4217 has more of them and lacks MGA. */
const WITHOUT = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
/** https://docs.stripe.com/currencies#three-decimal */
const OF_THREE = new Set('BHD JOD KWD OMR TND'.split(' '))

/**
 * The digits after the point of an amount at the processor, for an ISO 4217 code in upper case. Stripe's own: ISK and UGX have two there, and a payout may be in a
 * currency that payments are not made in. Intl does not say it: its digits follow CLDR and change with a release of the browser.
 */
export function processorDecimals(currency: string): 0 | 2 | 3 {
  if (WITHOUT.has(currency)) return 0
  return OF_THREE.has(currency) ? 3 : 2
}

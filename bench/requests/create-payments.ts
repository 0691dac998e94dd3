import { call, type ShownPayment } from '@gateway/scripts/demo/client'

/** Creates payments of 25 dollars in USDC, one after another. */
export async function createPayments(origin: string, { key, count }: { key: string; count: number }): Promise<ShownPayment[]> {
  const body = { amount: 25, currency: 'USD', blockchain: 'USDC_ETH' }
  const payments: ShownPayment[] = []
  for (let n = 0; n < count; n++)
    payments.push((await call<{ payment: ShownPayment }>(origin, { path: '/payments/create', key, body })).payment)
  return payments
}

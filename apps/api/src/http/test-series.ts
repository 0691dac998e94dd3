import type { TestServer } from '../test-server.ts'
import { fixtures } from './stranger-fixtures.ts'

/** Creates a series that waits for a rate, because the pool of a test server has no address for its child. @returns its id. */
export async function openSeries(server: TestServer, key: string): Promise<string> {
  const { rates } = server.api
  Object.assign(server.api, { rates: { findPrice: async () => undefined } })
  const body =
    fixtures['series_create']?.body?.({
      businessId: '',
      paymentId: '',
      keyId: '',
      deliveryId: '',
      seriesId: '',
      cardPaymentId: '',
      cardEscrowId: '',
      cardDisputeId: '',
    }) ?? {}
  const made = await server.say('POST', '/api/escrow/series', { key, body })
  Object.assign(server.api, { rates })
  return String(made.body['id'])
}

import { ListBusinessesInput } from '@gateway/contract/businesses'
import { MAX_BUSINESSES } from '@gateway/domain/businesses/limits'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../trpc.ts'
import { openAnyBusiness } from './open-any-business.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

/** Answers as the server does: no more than it is asked for. */
const answer = async (url: string): Promise<Response> => {
  const asked = JSON.parse(new URL(url, 'http://gateway.test').searchParams.get('input') ?? '{}')
  const { limit } = ListBusinessesInput.parse(asked)
  const all = Array.from({ length: MAX_BUSINESSES }, (_, place) => ({ id: `business-${place}` }))
  return Response.json({ result: { data: { businesses: all.slice(0, limit), total: all.length, limit, offset: 0 } } })
}

test('the portal opens the business looked at last, the oldest of as many as a merchant may have too', async () => {
  const last = `business-${MAX_BUSINESSES - 1}`
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('localStorage', { getItem: () => last })
  const found: unknown = await openAnyBusiness().catch((error: unknown) => error)
  expect(found).toMatchObject({ options: { params: { business: last } } })
})

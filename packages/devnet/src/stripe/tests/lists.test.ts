import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenDouble, openDouble } from './open-double.ts'
import { refusalOf } from './shop.ts'

let double: OpenDouble
beforeAll(async () => void (double = await openDouble()))
afterAll(() => double.stop())

test('A list of what belongs to an object that is not there is refused with 404, also before anything was refunded or reversed.', async () => {
  const { applicationFees, transfers } = double.stripe
  expect(await refusalOf(applicationFees.listRefunds('fee_none'))).toMatchObject({ statusCode: 404, code: 'resource_missing' })
  expect(await refusalOf(transfers.listReversals('tr_none'))).toMatchObject({ statusCode: 404, code: 'resource_missing' })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenDouble, openDouble } from './open-double.ts'
import { openAccount, payDirectly, refusalOf } from './shop.ts'

let double: OpenDouble
let account: string
beforeAll(async () => {
  double = await openDouble()
  account = await openAccount(double)
})
afterAll(() => double.stop())

const disputeOf = (id: string) => double.stripe.disputes.retrieve(id, {}, { stripeAccount: account })
const amountsOf = async (id: string) => (await disputeOf(id)).balance_transactions.map(({ amount, fee }) => [amount, fee])
const typesOf = (id: string) =>
  double.received.flatMap(({ event }) => ('id' in event.data.object && event.data.object.id === id ? [event.type] : []))

describe('a dispute', () => {
  test('withdraws its amount and a fee, and gives the amount back when it is won', async () => {
    const { charge, intent } = await payDirectly(double, { account, amount: 2_000 })
    const { id } = await double.control.do('openDispute', { charge: intent })
    expect(await disputeOf(id)).toMatchObject({ status: 'needs_response', charge, amount: 2_000 })
    expect(await amountsOf(id)).toEqual([[-2_000, 1_500]])
    expect(await refusalOf(double.stripe.refunds.create({ charge }, { stripeAccount: account }))).toMatchObject({ code: 'charge_disputed' })
    await double.control.do('moveDispute', { dispute: id, status: 'won' })
    expect(await amountsOf(id)).toEqual([
      [-2_000, 1_500],
      [2_000, 0],
    ])
    expect(await double.stripe.refunds.create({ charge }, { stripeAccount: account })).toMatchObject({ amount: 2_000 })
    await expect
      .poll(() => typesOf(id))
      .toEqual(
        expect.arrayContaining([
          'charge.dispute.created',
          'charge.dispute.funds_withdrawn',
          'charge.dispute.closed',
          'charge.dispute.funds_reinstated',
        ]),
      )
  })

  test('takes evidence with a file, and is under review once it is submitted', async () => {
    const { intent } = await payDirectly(double, { account, amount: 2_000 })
    const { id } = await double.control.do('openDispute', { charge: intent })
    const upload = {
      purpose: 'dispute_evidence',
      file: { data: Buffer.from('%PDF-1.7'), name: 'receipt.pdf', type: 'application/pdf' },
    } as const
    const file = await double.stripe.files.create(upload, { stripeAccount: account })
    expect(file).toMatchObject({ filename: 'receipt.pdf', size: 8, type: 'pdf', purpose: 'dispute_evidence' })
    const evidence = { receipt: file.id, uncategorized_text: 'Delivered.' }
    expect(await double.stripe.disputes.update(id, { evidence, submit: false }, { stripeAccount: account })).toMatchObject({
      status: 'needs_response',
      evidence,
    })
    expect(await double.stripe.disputes.update(id, { submit: true }, { stripeAccount: account })).toMatchObject({
      status: 'under_review',
      evidence_details: { has_evidence: true, submission_count: 1 },
    })
    const late = double.stripe.disputes.update(id, { evidence: { uncategorized_text: 'More.' } }, { stripeAccount: account })
    expect(await refusalOf(late)).toMatchObject({ statusCode: 400 })
  })

  test('is refused a file that was not uploaded and evidence that it does not know', async () => {
    const { intent } = await payDirectly(double, { account, amount: 2_000 })
    const { id } = await double.control.do('openDispute', { charge: intent })
    const unknown = double.stripe.disputes.update(id, { evidence: { receipt: 'file_none' } }, { stripeAccount: account })
    expect(await refusalOf(unknown)).toMatchObject({ statusCode: 404, param: 'evidence[receipt]' })
    const misspelt = double.stripe.disputes.update(id, { evidence: { reciept: 'x' } } as object, { stripeAccount: account })
    expect(await refusalOf(misspelt)).toMatchObject({ code: 'parameter_unknown', param: 'evidence[reciept]' })
  })

  test('is lost when it is accepted, and an appeal may still win it', async () => {
    const { intent } = await payDirectly(double, { account, amount: 2_000 })
    const { id } = await double.control.do('openDispute', { charge: intent })
    expect(await double.stripe.disputes.close(id, {}, { stripeAccount: account })).toMatchObject({ status: 'lost' })
    await double.control.do('moveDispute', { dispute: id, status: 'appeal_needs_response' })
    expect(await double.stripe.disputes.update(id, { submit: true }, { stripeAccount: account })).toMatchObject({
      status: 'appeal_under_review',
    })
    await double.control.do('moveDispute', { dispute: id, status: 'won' })
    expect(await amountsOf(id)).toEqual([
      [-2_000, 1_500],
      [2_000, 0],
    ])
  })
})

test.each([
  ['winning_evidence', 'won'],
  ['losing_evidence', 'lost'],
] as const)('evidence that says %s decides a dispute after a while: it is %s', async (uncategorized_text, status) => {
  await double.control.do('setBehaviour', { settleSeconds: 60 })
  const { charge } = await payDirectly(double, { account, amount: 2_000, card: '4000000000000259' })
  const { data } = await double.stripe.disputes.list({ charge }, { stripeAccount: account })
  const id = data[0]?.id ?? ''
  await double.stripe.disputes.update(id, { evidence: { uncategorized_text } }, { stripeAccount: account })
  expect(await disputeOf(id)).toMatchObject({ status: 'under_review' })
  await double.control.do('advanceClock', { seconds: 61 })
  expect(await disputeOf(id)).toMatchObject({ status })
})

describe('an inquiry', () => {
  test('moves no money, and withdraws when it becomes a dispute', async () => {
    const { charge } = await payDirectly(double, { account, amount: 2_000, card: '4000000000001976' })
    const { data } = await double.stripe.disputes.list({ charge }, { stripeAccount: account })
    const id = data[0]?.id ?? ''
    expect(data).toMatchObject([{ status: 'warning_needs_response', balance_transactions: [], is_charge_refundable: true }])
    await double.control.do('moveDispute', { dispute: id, status: 'needs_response' })
    expect(await amountsOf(id)).toEqual([[-2_000, 1_500]])
  })

  test.each(['warning_closed', 'prevented'] as const)('that ends as %s has moved no money', async (status) => {
    const { charge } = await payDirectly(double, { account, amount: 2_000 })
    const { id } = await double.control.do('openDispute', { charge, isInquiry: true })
    expect(await double.control.do('moveDispute', { dispute: id, status })).toMatchObject({ status })
    expect(await amountsOf(id)).toEqual([])
    await expect.poll(() => typesOf(id)).toEqual(['charge.dispute.created', 'charge.dispute.closed'])
  })
})

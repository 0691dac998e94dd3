import { devnetChains } from '@gateway/devnet/chains'
import { testOperator } from '@gateway/operations/testing/test-operator'
import { commands } from '@gateway/scripts/operator/commands'
import { type OperatorContext, openOperator } from '@gateway/scripts/operator/context'
import { canonicalId, explainRefusal } from '@gateway/scripts/operator/explain-refusal'
import { nodeUrls, signerSettings } from '@gateway/scripts/stack/settings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operate } from '../support/operator.ts'
import { type Shared, sharedStory } from '../support/shared-story.ts'

let story: Shared
let ctx: OperatorContext
beforeAll(async () => {
  story = await sharedStory()
  const nodes = nodeUrls(story.around)
  ctx = await openOperator({ ...signerSettings(story.around), ...nodes })
})
afterAll(async () => {
  await ctx?.close()
  await story?.close()
})

/** The line that the operator command prints when it refuses. */
async function refusalOf(name: string, [first = '', ...more]: readonly string[], reason?: string): Promise<string> {
  const command = commands[name]
  if (!command) throw new Error(`${name} is no command`)
  try {
    const id = canonicalId(command, first)
    const { as: by, session } = testOperator('anna')
    await command.run(ctx, { id, more, by, session, reason, isWhole: false, sendTo: undefined, lang: undefined, email: undefined })
    return 'done'
  } catch (error) {
    return explainRefusal(error, name, { id: first, more })
  }
}

const none = '00000000-0000-4000-8000-ffffffffffff'
const noPayment = `There is no payment ${none}`

describe('an operator command about an unknown id says in one line what does not exist:', () => {
  test.each([
    ['show', [none], noPayment],
    ['accept', [none], noPayment],
    ['forward', [none], noPayment],
    ['refund', [none], noPayment],
    ['withdraw', [none], noPayment],
    ['withdraw-address', [none], noPayment],
    ['flush-call', [none, 'ETH'], noPayment],
    [
      'release',
      [none, '1'],
      `There is no round 1 of ${none}: name a payment or a refund, and one of its rounds, as \`show <payment> --all\` lists them`,
    ],
    [
      'claim',
      ['ret_x', 'bcrt1q'],
      'No refund can be claimed with this token: it is unknown, its link has expired, or the refund was withdrawn',
    ],
    ['plan', [none, 'starter'], `There is no business ${none}`],
    ['pause', [`merchant:${none}`], `There is no merchant ${none}`],
    [
      'pause',
      ['merchant:7'],
      'merchant:7 cannot be paused; use global, cards, lightning, chain:<chain>, asset:<asset>, merchant:<id>, payment:<id>, escrow:<id> or invoice:<id>',
    ],
    ['lift', [`merchant:${none}`], `merchant:${none} is not paused`],
    ['treasury-moved', ['ETH', '0xf00d'], 'The scanner has recorded no transaction 0xf00d of the gateway on ETH'],
    ['treasury-moved', ['DOGE', '0xf00d'], `DOGE is not one of the served chains: ${devnetChains.join(', ')}`],
    ['rescan', ['DOGE', '1', '2'], `DOGE is not one of the served chains: ${devnetChains.join(', ')}`],
    ['confirm-rate', ['BTC/XYZ', '1'], 'price: no price of BTC/XYZ is held'],
  ])('%s %j', async (name, words, line) => expect(await refusalOf(name, words, 'a drill')).toBe(line))

  test('withdraw of a payment without a refund', async () => {
    const { id } = await story.shop.ask({ blockchain: 'BTC' })
    expect(await refusalOf('withdraw', [id])).toBe(`Payment ${id} has no refund to withdraw`)
  })

  test.each(Object.entries(commands).filter(([, { takes }]) => /^<(payment|business)>/.test(takes)))(
    '%s of an id that is none',
    async (name, { takes }) => {
      const noun = /\w+/.exec(takes)?.[0]
      expect(await refusalOf(name, ['7'])).toBe(`7 is no id of a ${noun}; an id looks like 6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11`)
    },
  )
})

test('the operator command prints a refusal as one line and exits with 1', async () => {
  const failed = await operate(story, 'show', none).catch((error: unknown) => error)
  expect(failed).toMatchObject({ code: 1, stderr: `${noPayment}\n`, stdout: '' })
})

test('an id of a payment is taken in any case', async () => {
  const { id } = await story.shop.ask({ blockchain: 'BTC' })
  expect(await operate(story, 'show', id.toUpperCase())).toContain('is pending: nothing has arrived')
})

import { LONGEST_BUILD_MS } from '@gateway/devnet/downloads/obtain-go-program'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followGuides } from '../support/guides.ts'
import { say } from '../support/say.ts'
import { openStory, type Story } from '../support/story.ts'

let story: Story
beforeAll(async () => void (story = await openStory({ hasLightning: true })), LONGEST_BUILD_MS)
afterAll(() => story?.close())

test('the guide about Lightning, run block by block after the quick start, leads to a wallet that was paid and has paid', async () => {
  const guides = await followGuides(story, ['', '/lightning'])
  try {
    const [, key = ''] = await eventually('the end of the guides', async () => /^key (\S+)$/m.exec(guides.output())).catch(
      (error: unknown) => {
        throw new Error(`${String(error)} in ${guides.output()}`, { cause: error })
      },
    )
    const balanceOf = async (wallet: string) => (await say(story.shop.api, `GET /lightning/balance?wallet_id=${wallet}`, { key })).body
    expect(await balanceOf('shop-4192')).toMatchObject({ balance_sats: 15_000, reserved_sats: 0 })
    expect(await balanceOf('savings-4192')).toMatchObject({ balance_sats: 5_000 })
    expect(guides.output()).toContain('"status":"settled"')
  } finally {
    await guides.stop()
  }
})

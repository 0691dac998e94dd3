import type { ShownPayment } from '@gateway/scripts/demo/client'
import { eventually } from '@gateway/testing/wait'
import type { Page } from 'playwright-core'
import { operate } from './operator.ts'
import type { Story } from './story.ts'

/** The address and the token of the page that an operator gives to the payer of an underpaid, expired payment. */
export async function offerPage(story: Story, { id }: Pick<ShownPayment, 'id'>): Promise<{ link: string; token: string }> {
  const [, link = '', token = ''] = /page {2}(\S+\/refund\/(ret_[\w-]{43}))/.exec(await operate(story, 'refund', id)) ?? []
  return { link, token }
}

/** The field for the payer's address. */
export const addressField = (page: Page) => page.locator('#address')

/** Waits until the page shows a text. */
export const reads = (page: Page, text: string): Promise<void> => page.getByText(text).first().waitFor()

/** Asks for the page again until its heading says this; a sweep plans the refund and the signer signs it. */
export const untilReads = (page: Page, heading: string) =>
  eventually(`the page to say: ${heading}`, async () => {
    await page.getByText('Check again').click()
    return (await page.locator('h1').textContent())?.includes(heading)
  })

import { CannotPay } from './cannot-pay.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The id of a payment that is named by itself or by the URL of its checkout page.
 *
 * @param api - Origin of the gateway that pays; a page of another one names a payment that it does not know.
 * @throws {CannotPay} for anything else.
 */
export function paymentIdOf(text: string, api: string): string {
  const id = URL.canParse(text) ? pageId(new URL(text), new URL(api)) : text
  if (UUID.test(id)) return id.toLowerCase()
  throw new CannotPay(`${text} names no payment: use its id, or the address of its page, ${api}/pay/<id>`)
}

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])

function pageId(page: URL, api: URL): string {
  const isOurs = page.host === api.host || (loopback.has(page.hostname) && loopback.has(api.hostname) && page.port === api.port)
  if (!isOurs)
    throw new CannotPay(`${page.href} is a page of another gateway than the one at ${api.origin}: set DATA_DIR to the folder of that one`)
  return /^\/pay\/([^/]+)\/?$/.exec(page.pathname)?.[1] ?? ''
}

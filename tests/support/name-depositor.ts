const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }

/** The customer of an escrow, with the token from its e-mail. */
interface Customer {
  readonly id: string
  readonly token: string
}

/**
 * Names the customer's address on the page of an escrow, as its form does.
 *
 * @returns the status of the answer: 303 once the address is named.
 */
export async function nameOnPage(api: string, { id, token }: Customer, address: string): Promise<number> {
  const page = `${api}/escrow/manage?id=${id}`
  const headers = { accept: 'text/html', cookie: `__Host-escrow-${id}=${token}` }
  const shown = await (await fetch(page, { headers })).text()
  const [, formToken = ''] = /name="form_token" value="([^"]+)"/.exec(shown) ?? []
  const body = new URLSearchParams({ action: 'name_address', address, form_token: formToken })
  const named = await fetch(page, { method: 'POST', headers: { ...headers, ...FORM }, body, redirect: 'manual' })
  return named.status
}

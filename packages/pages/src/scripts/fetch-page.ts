/** The gateway answered, but not with this page: it is gone, or it is another one now. */
export class OtherPage extends Error {}

/** The gateway did not answer with the page. */
export class Unanswered extends Error {
  /** Seconds for which it asks to be left alone; 0 where it asks for nothing. */
  readonly patience: number

  constructor(message: string, retryAfter: string | null = null) {
    super(message)
    this.patience = Number(retryAfter ?? 0) || 0
  }
}

const TIMEOUT_MS = 10_000
const ABSENT = [403, 404]

/**
 * Asks for this page again. The browser parses the answer itself, with scripts disabled, so no text of ours is ever turned into markup by a
 * script: the page can forbid that to every script (Trusted Types).
 *
 * @param expected - Selects what only this page has.
 * @throws {OtherPage} when there is no such page any more, or not for this reader; {Unanswered}
 */
export function fetchPage(expected = '#main[data-look]'): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('GET', location.href)
    request.responseType = 'document'
    request.timeout = TIMEOUT_MS
    request.addEventListener('load', () => {
      const page = request.responseXML
      if (ABSENT.includes(request.status)) return reject(new OtherPage())
      if (request.status !== 200 || page === null)
        return reject(new Unanswered(`The page answered ${request.status}`, request.getResponseHeader('Retry-After')))
      return page.querySelector(expected) === null ? reject(new OtherPage()) : resolve(page)
    })
    for (const failure of ['error', 'timeout', 'abort'])
      request.addEventListener(failure, () => reject(new Unanswered(`The page met ${failure}`)))
    request.send()
  })
}

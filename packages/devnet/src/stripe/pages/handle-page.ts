import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Answer, htmlAnswer, jsonAnswer } from '../server/answer.ts'
import type { World } from '../state/world.ts'
import { ApiError } from '../wire/api-error.ts'
import { checkoutPages } from './checkout-page.ts'
import { escapeHtml, pageOf } from './html.ts'
import { onboardingPages } from './onboarding-page.ts'
import type { PageRoute } from './page-route.ts'

const pages: readonly PageRoute[] = [...checkoutPages, ...onboardingPages]

/** Answers a visit of a hosted page: in HTML, or in JSON where the visitor asks for it. */
export async function handlePage(world: World, request: IncomingMessage, url: URL): Promise<Answer> {
  const { method = 'GET', headers } = request
  const acceptsJson = headers.accept?.includes('application/json') ?? false
  const form = Object.fromEntries(new URLSearchParams(method === 'POST' ? await text(request) : ''))
  try {
    const found = pages.flatMap((page) => matchOf(page, url.pathname))[0]
    if (!found) throw new ApiError(404, 'There is no such page.')
    return found.page.visit({ world, method, form, acceptsJson, ids: found.ids })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { status, message } = error
    return acceptsJson ? jsonAnswer(status, error.body) : htmlAnswer(status, pageOf('Error', `<h1>${escapeHtml(message)}</h1>`))
  }
}

function matchOf(page: PageRoute, path: string) {
  const [pattern, parts] = [page.path.split('/'), path.split('/')]
  const isSame = pattern.length === parts.length && pattern.every((part, at) => part.startsWith(':') || part === parts[at])
  return isSame ? [{ page, ids: parts.filter((_, at) => pattern[at]?.startsWith(':')) }] : []
}

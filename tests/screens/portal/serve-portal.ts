import { pageHeaders } from '@gateway/api/pages/page-headers'
import { pageAssets } from '@gateway/pages/assets'
import { badge } from '@gateway/pages/identity/badge'
import { readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import type { BrowserContext, Route } from 'playwright-core'
import { DRAWN_NONCE, DRAWN_ORIGIN } from '../../support/drawn-pages.ts'
import type { Answers, Told } from './answers.ts'

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' }
const RPC = '/trpc/'
const BADGES = '/api/reputation/badge/'

/** The built portal in a browser context, under the headers of the API and without one. */
export interface ServedPortal {
  /** What procedures answer from now on. */
  tell(told: Told): void
  /** Waits for the answers that are under way. */
  idle(): Promise<unknown>
}

/** Answers every request of the context: the page, its files, the assets of the gateway, and the procedures. */
export async function servePortal(context: BrowserContext, folder: string): Promise<ServedPortal> {
  const page = readFileSync(join(folder, 'index.html'), 'utf8').replaceAll('__NONCE__', DRAWN_NONCE)
  const assets = new Map(pageAssets.map((asset) => [`/assets/${asset.file}`, asset]))
  let answers: Told = {}
  const running = new Set<Promise<unknown>>()
  const reply = async (route: Route): Promise<void> => {
    const { origin, pathname } = new URL(route.request().url())
    if (origin !== DRAWN_ORIGIN) return route.abort()
    if (pathname.startsWith(RPC)) return answer(route, answers, pathname.slice(RPC.length) as keyof Answers)
    if (pathname.startsWith(BADGES)) return route.fulfill({ body: badge({ score: 45.3, totalTasks: 3 }), contentType: 'image/svg+xml' })
    const asset = assets.get(pathname)
    if (asset) return route.fulfill({ body: asset.content, contentType: asset.type })
    if (!pathname.startsWith('/dashboard/assets/'))
      return route.fulfill({ body: page, contentType: 'text/html; charset=utf-8', headers: pageHeaders(DRAWN_NONCE) })
    return route.fulfill({ body: readFileSync(join(folder, 'assets', basename(pathname))), contentType: types[extname(pathname)] ?? '' })
  }
  await context.route('**/*', async (route) => {
    const work = reply(route)
    running.add(work)
    await work.finally(() => running.delete(work))
  })
  return { tell: (told) => void (answers = told), idle: () => Promise.allSettled(running) }
}

async function answer(route: Route, answers: Told, name: keyof Answers): Promise<void> {
  const told = answers[name]
  if (told === 'never') return
  if (told === undefined) throw new Error(`No scene answers ${name}`)
  if (!isRefused(told)) return route.fulfill({ json: { result: { data: told } } })
  const { status, code, error } = told
  const refusal = { success: false, error, code, request_id: 'req_7Kd20fQm' }
  const data = { code, httpStatus: status, path: name, refusal }
  return route.fulfill({ status, json: { error: { message: error, code: -32_603, data } } })
}

const isRefused = (told: NonNullable<Told[keyof Answers]>): told is Extract<Told[keyof Answers], { error: string }> =>
  typeof told === 'object' && 'error' in told && 'code' in told

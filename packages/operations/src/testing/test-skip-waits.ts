import { vi } from 'vitest'
import type { ApiContext } from '../kernel/context.ts'

/** Until the test ends, the time that the api waits for a role passes at once: its clock runs ahead by as long as it listens. */
export function skipWaits({ ctx }: { readonly ctx: ApiContext }): void {
  const now = performance.now.bind(performance)
  const { hear } = ctx
  let skippedMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now() + skippedMs)
  vi.spyOn(ctx, 'hear').mockImplementation(async (news) => {
    await hear(news)
    skippedMs += news.ms
  })
}

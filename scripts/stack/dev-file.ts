import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'

/** What a running development stack tells about itself, as `npm run dev` writes it. */
const DevFile = z.object({
  postgres: z.string(),
  temporal: z.object({ ui: z.string() }),
  chains: z.object({
    ETH: z.object({ rpc: z.string(), chainId: z.number(), tokens: z.record(z.string(), z.string()) }),
    BTC: z.object({ rpc: z.string() }),
  }),
})

/** Reads what the development stack of `DATA_DIR` says about itself. @throws {Error} when none runs there. */
export function readDevFile(environment: Readonly<Record<string, string | undefined>>): z.output<typeof DevFile> {
  const file = join(resolve(environment['DATA_DIR'] || '.data'), 'dev.json')
  if (!existsSync(file)) throw new Error(`there is neither DATABASE_URL nor ${file}, which "npm run dev" writes`)
  return DevFile.parse(JSON.parse(readFileSync(file, 'utf8')))
}

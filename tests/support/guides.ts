import { startMiner } from '@gateway/devnet/bitcoin/bitcoin-miner'
import { freePort } from '@gateway/devnet/processes/port'
import { writeDevFile } from '@gateway/scripts/stack/dev-file'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ShopProgram, startShopProgram } from './shop-program.ts'
import type { Story } from './story.ts'
import { storyDevFile } from './story-dev-file.ts'

const root = join(import.meta.dirname, '../..')
const block = /(?:save this as <code>([\w.-]+)<\/code>[^<]*<\/p>\s*)?<pre><code class="language-(js|sh)">(.*?)<\/code><\/pre>/gis
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
/** A package without dependencies needs no network. */
const npm = { npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' }
const BLOCK_SECONDS = 0.5

/**
 * Runs every block of the guides of /docs in one shell in an empty folder, with the story in place of `npm run dev`. Ends with a line
 * `key <the API key>` and with the receiver still listening.
 */
export async function followGuides(story: Story, pages: readonly string[]): Promise<ShopProgram> {
  const home = mkdtempSync(join(tmpdir(), 'gateway-guides-'))
  const cwd = join(home, 'empty')
  mkdirSync(cwd)
  await placeGateway(story, join(home, 'payment-gateway'))
  const { origin } = new URL(story.gateway.api)
  const texts = await Promise.all(pages.map(async (page) => (await fetch(`${origin}/docs${page}`)).text()))
  // The only change to the guide: its port may be taken on this machine.
  const steps = texts
    .flatMap(commandsOf)
    .join('\n')
    .replace(/\b8080\b/g, String(await freePort()))
  const file = join(home, 'guides.sh')
  writeFileSync(file, `set -eu\ntrap 'kill $(jobs -p)' EXIT\n${steps}\necho\necho "key $SERVICE_API_KEY"\nwait\n`)
  const miner = startMiner(story.bitcoin, { everySeconds: BLOCK_SECONDS })
  const program = startShopProgram('bash', { file, cwd, env: { HOME: home, ...npm } })
  const stop = async (): Promise<void> => {
    await Promise.all([program.stop(), miner.stop()])
    rmSync(home, { recursive: true, force: true })
  }
  return { output: () => program.output(), stop }
}

/** The files that a running `npm run dev` leaves for a reader of the guide. */
async function placeGateway(story: Story, folder: string): Promise<void> {
  mkdirSync(join(folder, '.data'), { recursive: true })
  for (const part of ['packages', 'node_modules']) symlinkSync(join(root, part), join(folder, part))
  writeDevFile(join(folder, '.data'), await storyDevFile(story))
}

/** The blocks of a page as shell commands: a program is saved under the file name above it. @throws {Error} without one. */
const commandsOf = (page: string): string[] =>
  [...page.matchAll(block)].map(([, name, language, markup = '']) => {
    const text = markup.replace(/&(#?\w+);/g, (whole, entity: string) => entities[entity] ?? whole)
    if (language === 'sh') return text
    if (name === undefined) throw new Error(`the guide names no file for: ${text}`)
    return `cat > ${name} <<'END'\n${text}END`
  })

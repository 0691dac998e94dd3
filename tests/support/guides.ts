import { LIGHTNING } from '@gateway/devnet/devnet'
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
/** A block of code: its attributes, and its text with the marks of its colours. */
const block = /<pre ([^>]*)><code>(.*?)<\/code><\/pre>/gs
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
  const program = startShopProgram('bash', { file, cwd, env: { HOME: home, DATA_DIR: join(home, 'payment-gateway/.data'), ...npm } })
  const stop = async (): Promise<void> => {
    await Promise.all([program.stop(), miner.stop()])
    rmSync(home, { recursive: true, force: true })
  }
  return { output: () => program.output(), stop }
}

/** The files that a running `npm run dev` leaves for a reader of the guide. */
async function placeGateway(story: Story, folder: string): Promise<void> {
  mkdirSync(join(folder, '.data'), { recursive: true })
  for (const part of ['packages', 'node_modules', 'scripts', 'package.json']) symlinkSync(join(root, part), join(folder, part))
  if (story.lightning) symlinkSync(join(story.around.dataDir, LIGHTNING), join(folder, '.data', LIGHTNING))
  writeDevFile(join(folder, '.data'), await storyDevFile(story))
}

/** The blocks of a page as shell commands: those for a terminal and those of curl run, programs with a name are saved under it. */
const commandsOf = (page: string): string[] =>
  [...page.matchAll(block)].flatMap(([, attributes = '', markup = '']) => {
    const text = markup.replace(/<[^>]*>/g, '').replace(/&(#?\w+);/g, (whole, entity: string) => entities[entity] ?? whole)
    const [, file] = /data-file="([^"]+)"/.exec(attributes) ?? []
    if (file !== undefined) return [`cat > ${file} <<'END'\n${text}\nEND\n`]
    return /aria-label="(?:Terminal|[^"]*, curl)"/.test(attributes) ? [text] : []
  })

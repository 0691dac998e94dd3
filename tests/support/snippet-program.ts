import type { SignInSnippet } from '@gateway/pages/oauth/sign-in-snippets'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { obtainJars } from './obtain-jars.ts'
import { obtainPythonTool } from './obtain-python-tool.ts'

const root = join(import.meta.dirname, '../..')
const nimbusFolder = join(import.meta.dirname, 'nimbus')

/** What starts a program in its folder, and what it finds there. */
interface Runtime {
  readonly command: readonly [program: string, ...args: string[]]
  readonly prepare?: (folder: string) => void
  readonly env?: () => Promise<NodeJS.ProcessEnv>
}

const python: Runtime = {
  command: ['python3', 'sign_in.py'],
  env: async () => ({ PYTHONPATH: await obtainPythonTool('oauth-clients'), OAUTHLIB_INSECURE_TRANSPORT: '1' }),
}

/** A program that signs one user in: one of the guide, or one that only proves something. */
type SignInProgram = Pick<SignInSnippet, 'file' | 'code'> & { readonly name: SignInSnippet['name'] | 'Nimbus' }

/** Java’s usual library, which also refreshes and revokes. */
export const nimbus: SignInProgram = {
  name: 'Nimbus',
  file: 'SignIn.java',
  code: readFileSync(join(nimbusFolder, 'SignIn.java'), 'utf8'),
}

const runtimes: Readonly<Record<SignInProgram['name'], Runtime>> = {
  Node: {
    command: [process.execPath, 'sign-in.mjs'],
    prepare: (folder) => symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules')),
  },
  Authlib: python,
  'requests-oauthlib': python,
  Go: { command: ['go', 'run', '.'], prepare: (folder) => cpSync(join(root, 'tests/support/go-oidc'), folder, { recursive: true }) },
  curl: { command: ['sh', 'sign-in.sh'] },
  Nimbus: {
    command: ['java', 'SignIn.java'],
    env: async () => ({ CLASSPATH: join(await obtainJars('nimbus', join(nimbusFolder, 'pom.xml')), '*') }),
  },
}

/** A program that waits for its user. */
export interface SnippetProgram {
  /** The address that it asks the user to open. */
  readonly place: string
  /** Types a line. */
  type(line: string): void
  /** Everything that it has printed, once it has ended. @throws {Error} when it ends with a failure. */
  end(): Promise<string>
}

/** Starts a program as it stands. */
export async function startSnippet(snippet: SignInProgram, settings: NodeJS.ProcessEnv): Promise<SnippetProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-sign-in-'))
  writeFileSync(join(folder, snippet.file), snippet.code)
  const { command, prepare, env } = runtimes[snippet.name]
  prepare?.(folder)
  const [program, ...args] = command
  const child = spawn(program, args, { cwd: folder, env: { ...process.env, ...(await env?.()), ...settings } })
  const said: string[] = []
  createInterface(child.stderr).on('line', (line) => said.push(line))
  const lines = createInterface(child.stdout).on('line', (line) => said.push(line))
  const ended = once(child, 'close').then(([code]) => {
    rmSync(folder, { recursive: true, force: true })
    if (code !== 0) throw new Error(`${snippet.name} has failed:\n${said.join('\n')}`)
    return said.join('\n')
  })
  const asked = new Promise<string>((resolve) => {
    lines.on('line', (line) => line.startsWith('Open ') && resolve(line.slice('Open '.length)))
  })
  const place = await Promise.race([asked, ended.then((text) => Promise.reject(new Error(`it has asked nobody: ${text}`)))])
  return { place, type: (line) => child.stdin.end(`${line}\n`), end: () => ended }
}

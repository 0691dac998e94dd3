import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'

/** Variables that git sets for hooks, which would point to another repository. */
const LEADS_ELSEWHERE = /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX|CEILING_DIRECTORIES)$/

/**
 * Applies a patch to the files of a folder, tracked or not, whatever is committed.
 *
 * A folder inside another repository is treated as outside it: git would skip its files and report success.
 *
 * @param input.onlyCheck - Changes nothing.
 * @returns git's error; undefined when the patch applies.
 */
export function applyPatch(input: { folder: string; patch: string; onlyCheck?: boolean }): string | undefined {
  const { folder, patch, onlyCheck = false } = input
  const around = Object.entries(process.env).filter(([name]) => !LEADS_ELSEWHERE.test(name))
  const { status, stderr, error } = spawnSync('git', ['apply', ...(onlyCheck ? ['--check'] : []), patch], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...Object.fromEntries(around), GIT_CEILING_DIRECTORIES: dirname(folder) },
  })
  if (error) throw error
  return status === 0 ? undefined : stderr.trim()
}

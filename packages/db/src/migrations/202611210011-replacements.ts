import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Replacements of stuck transactions, since when payouts are held, reorganisations, and deposits that nobody can spend yet. */
export class Migration202611210011 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611210011-replacements.sql', import.meta.url), 'utf8'))
  }
}

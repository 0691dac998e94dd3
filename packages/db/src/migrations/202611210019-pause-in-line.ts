import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** A pause waits for what is being signed, and for nothing that comes after it. */
export class Migration202611210019 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611210019-pause-in-line.sql', import.meta.url), 'utf8'))
  }
}

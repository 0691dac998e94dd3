import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** A pause keeps every reason. */
export class Migration202611220055 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611220055-every-reason.sql', import.meta.url), 'utf8'))
  }
}

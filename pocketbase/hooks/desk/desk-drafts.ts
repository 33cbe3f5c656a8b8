import { counted } from '../../../src/domain/desk/list-words'
import { discardSchema, nameOfFile } from '../../../src/domain/desk/sheet'
import { cleanLine } from '../../../src/domain/text'
import { isInOffers } from '../lib/in-offers'
import { collect } from '../lib/record-problems'
import { newRecord } from '../lib/rows'
import { pictureProblems } from '../pictures/uploads'
import { deskPost, deskRoute, EDITORS, inOne, logDeed } from './desk-caller'
import { rowOf } from './desk-rows'
import { refusal } from './desk-saves'

const NO_PICTURE = 'Choose a picture: a JPEG, PNG or WebP file.'
const refused = (message: string) => ({ problem: refusal({ photograph: message }) })

function uploaded(e: PbRequestEvent): PbFile[] {
  try {
    return e.findUploadedFiles('photograph') as PbFile[]
  } catch {
    return []
  }
}

/**
 * POST /api/store/desk/products/photograph, a form with one file `photograph` and the `category`: makes a draft of it,
 * named by the file. Shoppers do not see it before it has a price. The same `id` again, because an answer was lost,
 * makes no second one.
 */
export function addPhotograph(e: PbRequestEvent): void {
  deskRoute(e, EDITORS, () => {
    const [file] = uploaded(e)
    if (!file) return refused(NO_PICTURE)
    const typed = (field: string) => e.request.multipartForm?.value[field]?.[0] ?? ''
    const category = cleanLine(typed('category')).slice(0, 40) || 'other'
    const id = typed('id')
    const made = rowOf(e.app, id)
    if (made) return made
    const record = newRecord(e.app, 'products', {
      id,
      name: nameOfFile(file.originalName),
      category,
      archived: true,
    })
    record.set('images', [file])
    const [problem] = Object.values(collect(pictureProblems({ record, hasSuperuserAuth: () => true })))
    if (problem) return refused(problem)
    try {
      e.app.save(record)
    } catch {
      // Of a kind that is none of the field's.
      return refused(NO_PICTURE)
    }
    return rowOf(e.app, record.id) ?? refused(NO_PICTURE)
  })
}

/** POST /api/store/desk/products/discard: deletes drafts, all of them or none. What has a price, or an offer, stays. */
export function discardDrafts(e: PbRequestEvent): void {
  deskPost(e, EDITORS, discardSchema, ({ ids }, caller) => {
    return inOne(e.app, (txApp, refuse) => {
      for (const record of txApp.findRecordsByIds('products', ids)) {
        const stays =
          !record.getBool('archived') || record.getFloat('price') !== 0
            ? 'is no draft any more.'
            : isInOffers(txApp, record.id)
              ? 'stays: an offer is about it.'
              : ''
        if (stays) refuse(refusal({ ids: `“${record.getString('name')}” ${stays}` }))
        txApp.delete(record)
      }
      logDeed(txApp, caller, `Discarded ${counted(ids.length, 'draft')}`, '#/sheet')
      return { discarded: ids.length }
    })
  })
}

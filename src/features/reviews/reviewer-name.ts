import { type Reviewer, UNNAMED_REVIEWER } from '@/domain/reviews/review'
import { t } from '@/language/text'

/** Who wrote it, as the page says it: a name stays as it is. */
export const reviewerName = ({ name }: Reviewer): string => (name === UNNAMED_REVIEWER ? t(UNNAMED_REVIEWER) : name)

"""Every kind of item, of ask and of answer, as unions: who matches on them is told by mypy when a kind is added."""

from countermark.model.permissions import Permission, PermissionAnswer, PermissionAsk
from countermark.model.questions import Question, QuestionAnswer, QuestionAsk
from countermark.model.review_answers import ReviewAnswer
from countermark.model.reviews import Review, Submission

AnyItem = Review | Permission | Question
AnyAsk = Submission | PermissionAsk | QuestionAsk  # what a translator reads: something that a person is to answer
AnyAnswer = ReviewAnswer | PermissionAnswer | QuestionAnswer  # what a translator replies to

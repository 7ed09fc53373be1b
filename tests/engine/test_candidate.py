from wiretail.engine.candidate import Candidate, Passed, Recovered


def test_a_candidate_knows_nothing_but_its_open_at_first() -> None:
    candidate = Candidate("anthropic", "Read", 7, None, enclosed=True)
    assert not candidate.closed
    assert (candidate.prose, candidate.followed, candidate.end_kind) == (None, None, None)
    assert (candidate.quoted, candidate.objection, candidate.doubt) == ("", "", "")
    assert candidate.arguments == {}


def test_candidates_share_no_arguments() -> None:
    one, other = (Candidate("g", "n", 0, None, enclosed=False) for _ in range(2))
    assert one.arguments is not other.arguments


def test_verdicts_carry_their_gates() -> None:
    assert Recovered({"body": "pass"}) == Recovered({"body": "pass"})
    passed = Passed("fence", {"not_quoted": "fail"})
    assert (passed.reason, passed.evidence) == ("fence", {})

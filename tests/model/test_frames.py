from wiretail.model.frames import Frame


def test_a_frame_is_whole_and_sound_unless_said_otherwise() -> None:
    frame = Frame(0, 10, 25, b'{"a":1}')
    assert (frame.number, frame.start, frame.end, frame.data) == (0, 10, 25, b'{"a":1}')
    assert (frame.event, frame.cut, frame.fault) == ("", False, "")


def test_a_frame_is_slotted() -> None:
    assert not hasattr(Frame(0, 0, 0, b""), "__dict__")

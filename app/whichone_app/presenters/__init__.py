"""What the windows do, without Qt: presenters turn events of the assistant into view calls."""

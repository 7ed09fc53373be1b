"""The window: the only place that knows Qt.

Models know no parsing, controllers know no widgets, views decide nothing. Text of a stream enters
Qt through ``to_qt`` alone.
"""

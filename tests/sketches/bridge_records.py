"""A hand of Bridge as records in PBN and LIN."""

DEAL = "N:KQ3.AK52.Q4.AJ87 AJT9.QJT.J98.K32 8754.943.AKT.QT9 62.876.76532.654"
PBN = f"""% PBN 2.1
[Event "Club \\"Trial\\""] ; a comment
[Board "6"] [Dealer "E"]
[Vulnerable "EW"]
[Deal "{DEAL}"]
{{a comment
[Board "7"]}}
[Auction "E"]
1C =1= Pass Pass X $1
AP
[Note "1:short"]
[Play "S"]
DA D2 D4 D8
DT D3 DQ DJ!
C9 - - CK
*
"""
LIN = ("qx|o6|pn|a,b,c,d|st||md|4S8754H943DAKTCQT9,S62H876D76532C654,SKQ3HAK52DQ4CAJ87,|rh||ah|Board 6|sv|e|\n"
       "mb|1C!|an|short|mb|ppdppp|pg||\npc|DA|pc|D2|pc|D4|pc|D8|pg||pc|DTD3DQDJ|pg||pc|CA|\n")

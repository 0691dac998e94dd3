// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {tokenBalance, transferOrFail, tryTransfer} from "./TokenCalls.sol";

/// @notice What an escrow is created for.
enum Task {
    None,
    /// Pay the beneficiary and the fee; what is left goes to the depositor.
    Release,
    /// Give the depositor one token and the native coin.
    Return,
    /// The same, except for the amount, which is owed to the beneficiary.
    ReturnSurplus
}

/// @notice What an escrow asks of the factory that creates it.
interface TaskSource {
    /// @notice The task that runs right now, and the token it is about; address(0) stands for the native coin.
    function currentTask() external view returns (Task task, address token);
}

/// @title Escrow: carries out one task with what lies at its address, then vanishes
/// @notice The constructor is the whole contract. It pays and self-destructs in the transaction that creates it (EIP-6780), which leaves
/// neither code nor nonce: the address accepts a payer who sends with exactly 21 000 gas at any time, and can run again for later money.
/// @dev The parties stand behind the init code, hence are part of the CREATE2 address and beyond anybody's reach. The escrow decides
/// nothing: the factory has checked the evidence and keeps the outcome.
contract Escrow {
    /// @dev The factory appends ten words to the init code. The last four, which only say who may decide, mean nothing here.
    struct Parties {
        address depositor;
        address beneficiary;
        address token;
        uint256 amount;
        address feeReceiver;
        uint256 feeBps;
    }

    uint256 private constant APPENDED_BYTES = 320;
    uint256 private constant PARTIES_BYTES = 192;

    /// @dev What the fee leg of a token needs at the least. It gets half of the gas that is left and never less than this; who settles with
    /// less fails as a whole and so cannot starve the fee leg while the beneficiary leg still succeeds.
    uint256 private constant LEG_GAS = 50_000;

    /// @notice The release was paid. The excess went to the depositor.
    event Released(address indexed token, uint256 beneficiaryAmount, uint256 feeAmount, uint256 excessAmount);
    /// @notice The depositor got this much.
    event Returned(address indexed token, uint256 amount);

    error NotFunded();
    error AmountIsOwed();
    error NotEnoughGas();

    constructor() payable {
        Parties memory parties = _parties();
        (Task task, address token) = TaskSource(msg.sender).currentTask();
        if (task != Task.Release) {
            if (token != address(0)) _returnToken(parties, token, task == Task.ReturnSurplus ? _owed(parties) : 0);
        } else if (parties.token != address(0)) {
            _releaseToken(parties);
        } else {
            _releaseNative(parties);
        }
        // A release of the native coin has ended above, so whatever lies here is the depositor's.
        uint256 rest = address(this).balance;
        if (rest == 0) selfdestruct(payable(msg.sender));
        emit Returned(address(0), rest);
        selfdestruct(payable(parties.depositor));
    }

    function _parties() private pure returns (Parties memory parties) {
        assembly ("memory-safe") {
            parties := mload(0x40)
            codecopy(parties, sub(codesize(), APPENDED_BYTES), PARTIES_BYTES)
            mstore(0x40, add(parties, PARTIES_BYTES))
        }
    }

    /// @dev Ends the constructor. Nobody can refuse a leg, and SELFDESTRUCT runs no code of the beneficiary.
    function _releaseNative(Parties memory parties) private {
        // The factory has seen the amount, and native coin cannot leave by itself.
        uint256 excess = address(this).balance - parties.amount;
        uint256 fee = _fee(parties);
        _force(parties.feeReceiver, fee);
        _force(parties.depositor, excess);
        emit Released(address(0), address(this).balance, fee, excess);
        selfdestruct(payable(parties.beneficiary));
    }

    /// @dev Fails as a whole when the beneficiary cannot be paid. A fee that is refused goes to the beneficiary, a refused excess stays.
    function _releaseToken(Parties memory parties) private {
        address token = parties.token;
        uint256 total = tokenBalance(token, address(this));
        if (total < parties.amount) revert NotFunded();
        uint256 fee = _fee(parties);
        if (fee != 0) {
            uint256 legGas = gasleft() / 2;
            if (legGas < LEG_GAS) revert NotEnoughGas();
            if (!tryTransfer(token, parties.feeReceiver, fee, legGas)) fee = 0;
        }
        transferOrFail(token, parties.beneficiary, parties.amount - fee);
        uint256 excess = total - parties.amount;
        // Half of the gas, so that a depositor who burns it does not undo the beneficiary's leg.
        if (excess != 0 && !tryTransfer(token, parties.depositor, excess, gasleft() / 2)) excess = 0;
        emit Released(token, parties.amount - fee, fee, excess);
    }

    function _returnToken(Parties memory parties, address token, uint256 owed) private {
        uint256 amount = tokenBalance(token, address(this));
        if (token == parties.token) amount -= owed;
        if (amount != 0) {
            transferOrFail(token, parties.depositor, amount);
            emit Returned(token, amount);
        }
        // A second contract of the same token could have moved what is owed.
        if (owed != 0 && tokenBalance(parties.token, address(this)) < owed) revert AmountIsOwed();
    }

    /// @dev What has to stay for the beneficiary: the amount, or as much of it as is there.
    function _owed(Parties memory parties) private view returns (uint256) {
        uint256 held = tokenBalance(parties.token, address(this));
        return held < parties.amount ? held : parties.amount;
    }

    /// @dev Rounded down. Taken in two parts, because the product of the whole could be beyond 2^256.
    function _fee(Parties memory parties) private pure returns (uint256) {
        (uint256 amount, uint256 feeBps) = (parties.amount, parties.feeBps);
        unchecked {
            return (amount / 10_000) * feeBps + ((amount % 10_000) * feeBps) / 10_000;
        }
    }

    /// @dev Sends with the 2 300 gas that go along with a value. To a receiver that refuses, a contract made for this one purpose
    /// (PUSH20 receiver, SELFDESTRUCT) brings the coin without asking.
    function _force(address to, uint256 amount) private {
        if (amount == 0) return;
        bool sent;
        assembly ("memory-safe") {
            sent := call(0, to, amount, 0, 0, 0, 0)
            if iszero(sent) {
                mstore(0, or(or(shl(248, 0x73), shl(88, to)), shl(80, 0xff)))
                sent := iszero(iszero(create(amount, 0, 22)))
            }
        }
        if (!sent) revert NotEnoughGas();
    }
}

// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {tokenBalance, transferOrFail, tryTransfer} from "./TokenCalls.sol";

/// @notice The tasks of an escrow.
enum Task {
    None,
    /// Pay beneficiary, fee and excess.
    Release,
    /// Return one token and the native coin to the depositor.
    Return,
    /// The same, but keep the amount, which is owed to the beneficiary.
    ReturnSurplus
}

/// @notice The factory as its escrows see it.
interface TaskSource {
    /// @notice The current task and its token; address(0) stands for the native coin.
    function currentTask() external view returns (Task task, address token);
}

/// @title Escrow: carries out one task with the balance of its address, then self-destructs
/// @notice The constructor is the whole contract. It pays and self-destructs in the transaction that creates it (EIP-6780), which leaves
/// neither code nor nonce: the address accepts a payer who sends with exactly 21 000 gas at any time, and can run again for later money.
/// @dev The parties follow the init code, so they are part of the CREATE2 address and immutable. The escrow decides nothing: the factory
/// checks the proof and keeps the outcome.
contract Escrow {
    /// @dev The first six of the ten words after the init code. The factory alone reads the last four.
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

    /// @dev Minimum gas of the fee leg in a token, which gets half of the remaining gas. With less the whole task reverts, so a caller cannot
    /// starve the fee leg while the beneficiary leg succeeds.
    uint256 private constant LEG_GAS = 50_000;

    /// @notice The release was paid, and the excess to the depositor.
    event Released(address indexed token, uint256 beneficiaryAmount, uint256 feeAmount, uint256 excessAmount);
    /// @notice This amount was returned to the depositor.
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
        // A release in native coin ended above, so the remaining coin belongs to the depositor.
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

    /// @dev Ends the constructor. No recipient can reject a leg, and SELFDESTRUCT runs no code of the beneficiary.
    function _releaseNative(Parties memory parties) private {
        // The factory has checked the amount, and native coin cannot leave in between.
        uint256 excess = address(this).balance - parties.amount;
        uint256 fee = _fee(parties);
        _force(parties.feeReceiver, fee);
        _force(parties.depositor, excess);
        emit Released(address(0), address(this).balance, fee, excess);
        selfdestruct(payable(parties.beneficiary));
    }

    /// @dev Reverts when the beneficiary cannot be paid. A rejected fee goes to the beneficiary, a rejected excess stays.
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
        // Half of the gas: a depositor that burns it cannot undo the beneficiary leg.
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
        // A second contract of the same token could have moved the owed amount.
        if (owed != 0 && tokenBalance(parties.token, address(this)) < owed) revert AmountIsOwed();
    }

    /// @dev The part of the balance that is owed to the beneficiary.
    function _owed(Parties memory parties) private view returns (uint256) {
        uint256 held = tokenBalance(parties.token, address(this));
        return held < parties.amount ? held : parties.amount;
    }

    /// @dev Rounded down, in two parts so that the product cannot overflow.
    function _fee(Parties memory parties) private pure returns (uint256) {
        (uint256 amount, uint256 feeBps) = (parties.amount, parties.feeBps);
        unchecked {
            return (amount / 10_000) * feeBps + ((amount % 10_000) * feeBps) / 10_000;
        }
    }

    /// @dev Calls with the 2 300 gas of a value transfer. If the recipient rejects it, a new contract (PUSH20 recipient, SELFDESTRUCT) takes
    /// the coin there without running the recipient's code.
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
